import { useAtomValue } from 'jotai';
import { type ReactNode, use } from 'react';
import { bringRefusals } from '../../kit/i18n/i18n.ts';
import { connectionAtom } from '../../kit/live/connection.ts';
import type { Outgoing } from '../../kit/offline/outbox.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useRoom } from '../../kit/ui/layout/room.ts';
import { RefusedBanners } from '../../kit/ui/states/RefusedBanners.tsx';
import { styleClass } from '../../theme/classes.ts';

const screenClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minH: '0',
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', px: '4', py: '3' },
  '& h1': { textStyle: 'lg', fontWeight: 'semibold', m: '0' },
  '& > header > span': { color: 'fg.muted', textStyle: 'sm' },
  '& > header > button': { ms: 'auto' },
  // On tablets all rooms are visible; on phones they scroll.
  '& [role=tablist]': {
    flexWrap: { base: 'nowrap', md: 'wrap' },
    h: { md: 'auto' },
    columnGap: '4',
    overflow: { md: 'visible' },
  },
  '& [role=tab]': { h: { md: '11' } },
  '& [role=tabpanel]': { overflowY: 'auto' },
});

interface OnSiteProps {
  /** Texts; `unsent` is null when everything has been sent. */
  say: { title: string; progress: string; unsent: string | null; back: string; offline: string; seen: string };
  heading: ReactNode;
  refused: readonly Pick<Outgoing, 'key' | 'error'>[];
  lane: string;
  onBack: () => void;
  children: ReactNode;
}

/** Screen for work in a flat, online or offline: progress, unsent changes, refused changes. */
export function OnSite({ say, heading, refused, lane, onBack, children }: OnSiteProps) {
  useRoom();
  // Loads the texts of refusals in advance, since there may be no network in the flat.
  use(bringRefusals());
  const offline = useAtomValue(connectionAtom).state === 'offline';
  return (
    <section className={screenClass()} aria-label={say.title}>
      <header>
        <h1>{heading}</h1>
        <span>{say.progress}</span>
        {say.unsent && <span role="status">{say.unsent}</span>}
        {/* The connection banner says that there is no network; this says what happens to the work. */}
        {offline && <span role="status">{say.offline}</span>}
        <Button onClick={onBack}>{say.back}</Button>
      </header>
      <RefusedBanners lane={lane} refused={refused} seen={say.seen} />
      {children}
    </section>
  );
}
