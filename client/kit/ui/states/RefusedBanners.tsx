import { CircleX } from 'lucide-react';
import { discard, type Outgoing } from '../../offline/outbox.ts';
import { Banner } from './Banner.tsx';

interface RefusedBannersProps {
  lane: string;
  refused: readonly Pick<Outgoing, 'key' | 'error'>[];
  /** Label of the button that dismisses it. */
  seen: string;
}

/** Offline acts that the server refused; each banner stays until dismissed. */
export function RefusedBanners({ lane, refused, seen }: RefusedBannersProps) {
  return refused.map(({ key, error }) => (
    <Banner
      key={key}
      tone="bad"
      icon={CircleX}
      title={error?.message ?? ''}
      action={{ label: seen, onAct: () => discard(lane, key) }}
    />
  ));
}
