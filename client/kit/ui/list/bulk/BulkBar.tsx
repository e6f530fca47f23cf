import { useAtomValue } from 'jotai';
import { styleClass } from '../../../../theme/classes.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { liftToasts } from '../lift-toasts.ts';
import type { BulkExtras } from '../model/bulk.ts';
import { useListModel } from '../model/model.ts';
import { useBulk, useFoundAgain } from './useBulk.ts';

const BulkActs = lazyPart(async () => (await import('./BulkActs.tsx')).BulkActs);
const BulkResult = lazyPart(async () => (await import('./BulkResult.tsx')).BulkResult);

/** Position of the bar: centred over the bottom of the list. */
const placeClass = styleClass({
  position: 'absolute',
  insetInline: '4',
  bottom: '4',
  zIndex: 'bar',
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
});
const barClass = styleClass({
  pointerEvents: 'auto',
  maxW: 'full',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderColor: { base: 'border.emphasized', _dark: 'transparent' },
  borderRadius: 'lg',
  boxShadow: 'pop',
  animation: 'appear var(--quick) ease-out',
});
/** Acts on the selected rows in a floating bar; afterwards their progress and refusals. */
export function BulkBar({ extras }: { extras?: BulkExtras }) {
  const { selection } = useListModel();
  const chosen = useAtomValue(selection);
  const { bulk } = useBulk();
  useFoundAgain();
  if (!bulk && !chosen.all && chosen.ids.size === 0) return null;
  return (
    <div className={placeClass()}>
      <div className={barClass()} ref={liftToasts}>
        {bulk && <BulkResult />}
        {(!bulk || bulk.result) && (chosen.all || chosen.ids.size > 0) && <BulkActs extras={extras} />}
      </div>
    </div>
  );
}
