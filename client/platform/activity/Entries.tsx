import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowUp } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { newRowsClass } from '../../kit/ui/layout/row.ts';
import { Bone } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { EntryView } from './EntryView.tsx';
import type { History } from './history.ts';

const boxClass = styleClass({
  flex: '1',
  minH: '0',
  overflowY: 'auto',
  position: 'relative',
  outline: 'none',
  _focusVisible: { boxShadow: 'inset 0 0 0 2px {colors.accent.focusRing}' },
});
const newsClass = styleClass({
  position: 'sticky',
  top: '2',
  zIndex: '2',
  display: 'flex',
  justifyContent: 'center',
  h: '0',
  overflow: 'visible',
});
const lengthClass = styleClass({ position: 'relative', w: 'full' });
const rowClass = styleClass({ position: 'absolute', insetInline: '0', top: '0' });
const dayClass = styleClass({
  px: '4',
  py: '1',
  bg: 'bg.subtle',
  borderBottomWidth: '1px',
  borderColor: 'border',
  textStyle: 'xs',
  fontWeight: 'medium',
  color: 'fg.muted',
});
const waitingClass = styleClass({ display: 'flex', alignItems: 'center', gap: '3', h: '14', px: '4' });

const USUAL_HEIGHT = 64;
/** Loads more when this many rows are left below. */
const AHEAD = 20;

interface EntriesProps {
  history: History;
  label: string;
  onMore: () => void;
  onTake: () => void;
}

/** Virtualised list of entries that loads more while scrolling; new entries wait behind a button. */
export function Entries({ history, label, onMore, onTake }: EntriesProps) {
  const { rows, fresh, whole, error } = history;
  const { t } = useTranslation('activity');
  const { date } = useFormats();
  const box = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length + (whole ? 0 : 1),
    getScrollElement: () => box.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: index => rows[index]?.id ?? 'waiting',
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (!whole && !error && last >= rows.length - AHEAD) onMore();
  }, [last, rows.length, whole, error, onMore]);
  const isNewDay = (n: number) => {
    const [entry, above] = [rows[n], rows[n - 1]];
    return entry !== undefined && (!above || date(entry.at) !== date(above.at));
  };
  const take = () => {
    onTake();
    box.current?.scrollTo({ top: 0 });
    box.current?.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section ref={box} className={boxClass()} aria-label={label} tabIndex={0}>
      <div role="status" className={newsClass()}>
        {fresh.length > 0 && (
          <button type="button" className={newRowsClass()} onClick={take}>
            <ArrowUp />
            {t('news', { count: fresh.length })}
          </button>
        )}
      </div>
      <div className={lengthClass()} style={{ height: virtual.getTotalSize() }}>
        {items.map(item => {
          const entry = rows[item.index];
          return (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className={rowClass()}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {entry && isNewDay(item.index) && <h2 className={dayClass()}>{date(entry.at)}</h2>}
              {entry ? (
                <Suspense fallback={<Waiting />}>
                  <EntryView entry={entry} />
                </Suspense>
              ) : (
                <Waiting />
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}

function Waiting() {
  return (
    <div className={waitingClass()} aria-hidden>
      <Bone shape="circle" />
      <Bone width="50%" />
    </div>
  );
}
