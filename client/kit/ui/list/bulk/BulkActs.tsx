import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Eye, EyeOff, X } from 'lucide-react';
import { styleClass } from '../../../../theme/classes.ts';
import { now } from '../../../http/clock.ts';
import { filterValues } from '../../../http/query.ts';
import { iconOf, isAskedAbout, statusesOf } from '../../actions/acts.ts';
import { Button, IconButton } from '../../controls/Button.tsx';
import { ExportButton } from '../export/ExportButton.tsx';
import type { BulkExtras } from '../model/bulk.ts';
import { useListModel } from '../model/model.ts';
import { useRevealRows } from '../model/revealed.ts';
import { countOf, extentOf, NOTHING } from '../model/selection.ts';
import { useListWords } from '../model/words.ts';
import { useBulk } from './useBulk.ts';
import { useMultiActions } from './useMultiActions.ts';

const actsClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  h: '11',
  ps: '4',
  pe: '1.5',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& > strong': { fontWeight: 'medium', whiteSpace: 'nowrap', me: '2' },
  '& > hr': { flex: 'none', w: '1px', h: '6', borderWidth: '0', bg: 'border', mx: '1' },
  '& > button:not([data-danger])': { color: 'fg' },
  '& [data-likely] svg': { color: 'accent.fg' },
});

/** Acts on the selected rows. */
export function BulkActs({ extras }: { extras?: BulkExtras }) {
  const { definition, list, selection, selecting, asking } = useListModel();
  const { ids, total, filter } = useAtomValue(list.view);
  const [chosen, choose] = useAtom(selection);
  const ask = useSetAtom(asking);
  const setSelecting = useSetAtom(selecting);
  const multi = useMultiActions(definition);
  const { act } = useBulk();
  const reveal = useRevealRows();
  const t = useListWords();
  const count = countOf(chosen, total);
  const held = statusesOf(definition, chosen, filter);
  const actions = multi.filter(([, { from }]) => !held || from.length === 0 || from.some(status => held.has(status)));
  const offersAll = !chosen.all && total !== null && total > chosen.ids.size && extentOf(chosen, ids) === 'shown';
  const safe = actions.filter(([, { danger }]) => !danger);
  const ordered = [...safe, ...actions.filter(([, { danger }]) => danger)];
  return (
    <div role="toolbar" aria-label={t('kit:list.selected', { count })} className={actsClass()}>
      <strong role="status">{t('kit:list.selected', { count })}</strong>
      {offersAll && (
        <Button look="ghost" tone="accent" onClick={() => choose(before => ({ ...before, all: true, allAt: now() }))}>
          {t('kit:bulk.all', { count: total })}
        </Button>
      )}
      <hr />
      {ordered.map(([name, action], index) => (
        <Button
          key={name}
          look="ghost"
          tone={action.danger ? 'bad' : 'neutral'}
          icon={iconOf(definition, action)}
          data-danger={action.danger}
          data-likely={index === 0 || undefined}
          onClick={() => (isAskedAbout(action) ? ask({ action: name, id: null }) : void act(name))}
        >
          {t(`actions.${name}`)}
          {(action.danger || action.reason) && '…'}
        </Button>
      ))}
      {reveal && (
        <Button look="ghost" icon={reveal.shown ? EyeOff : Eye} busy={reveal.busy} onClick={reveal.turn}>
          {t(reveal.shown ? 'kit:reveal.hide' : 'kit:reveal.show')}
        </Button>
      )}
      <ExportButton {...(!chosen.all && { ids: [...chosen.ids] })} />
      {extras?.(chosen.all ? { isAll: true, filter: filterValues(filter) } : { ids: [...chosen.ids] })}
      <hr />
      <IconButton
        icon={X}
        label={t('kit:list.clearSelection')}
        keys="Esc"
        onClick={() => {
          choose(NOTHING);
          setSelecting(false);
        }}
      />
    </div>
  );
}
