import { useAtomValue } from 'jotai';
import { CircleX, RotateCcw, X } from 'lucide-react';
import { styleClass } from '../../../../theme/classes.ts';
import { type Refused, runAtom } from '../../../live/background-jobs.ts';
import { recordAtom } from '../../../records/records.ts';
import { Button, IconButton } from '../../controls/Button.tsx';
import { rowName } from '../columns/columns.ts';
import type { Bulk } from '../model/bulk.ts';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import { useBulk } from './useBulk.ts';

const lineClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minH: '11',
  ps: '4',
  pe: '1.5',
  '& > strong': { fontWeight: 'medium', whiteSpace: 'nowrap' },
  '& > span': { flex: '1', whiteSpace: 'nowrap' },
});
const trackClass = styleClass({
  w: '160px',
  h: '1',
  bg: 'bg.emphasized',
  borderRadius: 'full',
  overflow: 'hidden',
  '& > i': { display: 'block', h: 'full', bg: 'going.solid', transformOrigin: 'left' },
});
const listClass = styleClass({
  listStyle: 'none',
  m: '0',
  px: '4',
  pb: '2',
  maxH: '200px',
  overflowY: 'auto',
  borderBottomWidth: '1px',
  borderColor: 'border',
  '& > li': { display: 'flex', gap: '2', alignItems: 'baseline', minH: '6', minW: '0' },
  '& > li > .cut': { maxW: '280px' },
  '& > li > small': { color: 'bad.fg', textStyle: 'xs' },
});

/** Progress of a bulk act, then its refusals with a retry button. */
export function BulkResult() {
  const { bulk, retry, cancel, dismiss } = useBulk();
  const t = useListWords();
  if (!bulk) return null;
  const { result } = bulk;
  if (!result) return <Running bulk={bulk} onCancel={cancel} />;
  const { refused, state, done } = result;
  const removed = bulk.action === 'remove' && !bulk.undoes && state === 'done' && refused.length > 0;
  const countOf = (count: number) => t(['count', 'kit:count'], { count });
  const ends = {
    done: bulk.undoes ? 'around:undo.partly' : 'kit:bulk.done',
    cancelled: 'kit:bulk.cancelled',
    failed: 'kit:act.failed',
  } as const;
  return (
    <>
      <div className={lineClass()} role="status">
        {removed ? (
          <strong>{t('kit:bulk.removed', { done: countOf(done), refused: countOf(refused.length) })}</strong>
        ) : (
          <strong>{t(ends[state], { count: done })}</strong>
        )}
        <span>{!removed && refused.length > 0 && t('kit:bulk.refused', { count: refused.length })}</span>
        {refused.length > 0 && !bulk.undoes && (
          <Button look="ghost" icon={RotateCcw} onClick={retry}>
            {t('kit:bulk.retry')}
          </Button>
        )}
        <IconButton icon={X} label={t('kit:detail.close')} onClick={dismiss} />
      </div>
      {refused.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        <ul className={listClass()} aria-label={t('kit:bulk.result')} tabIndex={0}>
          {refused.map(refusal => (
            <Refusal key={refusal.id} refused={refusal} />
          ))}
        </ul>
      )}
    </>
  );
}

function Running({ bulk, onCancel }: { bulk: Bulk; onCancel: () => void }) {
  const run = useAtomValue(runAtom(bulk.runId ?? ''));
  const t = useListWords();
  const done = run ? run.done + run.refused : 0;
  const of = run?.of ?? bulk.of;
  const name = bulk.undoes ? t('around:undo.undo') : t(`actions.${bulk.action}`);
  return (
    <div className={lineClass()}>
      <strong>{bulk.by ? `${bulk.by}: ${name}` : name}</strong>
      <div
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={done}
        className={trackClass()}
      >
        <i style={{ transform: `scaleX(${of > 0 ? done / of : 0})` }} />
      </div>
      <span>{t('kit:bulk.running', { done, of })}</span>
      {bulk.runId && (
        <Button look="ghost" onClick={onCancel}>
          {t('kit:bulk.cancel')}
        </Button>
      )}
    </div>
  );
}

function Refusal({ refused }: { refused: Refused }) {
  const { definition } = useListModel();
  const t = useListWords();
  const row = useAtomValue(recordAtom(definition.name, refused.id))?.row;
  return (
    <li>
      <CircleX size={14} />
      <span className="cut">{row?.code ? String(row.code) : rowName(definition, row ?? {}, t)}</span>
      <small>{refused.message}</small>
    </li>
  );
}
