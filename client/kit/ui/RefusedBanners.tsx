import { CircleX } from 'lucide-react';
import { discard, type Outgoing } from '../offline/outbox.ts';
import { Banner } from './Banner.tsx';

interface RefusedBannersProps {
  lane: string;
  refused: readonly Pick<Outgoing, 'key' | 'error'>[];
  /** The word by which somebody says that they have seen it. */
  seen: string;
}

/** What was done without a network and the server refused; each stands until somebody has seen it. */
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
