import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type ResidentRow, resident } from '@lobby/shared/modules/resident.ts';
import { Users } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { toast } from '../../kit/base/toast.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { FieldValue } from '../../kit/ui/form/FieldValue.tsx';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { type Pair, useDuplicates } from './useDuplicates.ts';

const { fields }: Definition = resident;

/** Fields shown separately. */
const APART = new Set(['name', 'unitId']);
/** Editable fields of a resident, for comparison, since differing values of the merged record are lost. */
const FIELDS = Object.entries(fields).flatMap(([name, { internal, readOnly }]) =>
  (!internal && !readOnly && !APART.has(name)) || name === 'appState' ? [name] : [],
);
const valueIn = (row: Row, name: string) => row[name];

const tableClass = styleClass({
  w: 'full',
  mt: '3',
  tableLayout: 'fixed',
  textStyle: 'sm',
  '& th, & td': { textAlign: 'start', verticalAlign: 'top', py: '1.5', pe: '3', overflowWrap: 'anywhere' },
  '& caption': { textAlign: 'start', color: 'fg.muted', pb: '2' },
  '& thead td': { w: { base: '20', md: '160px' } },
  '& tbody th': { fontWeight: 'normal', color: 'fg.muted' },
  '& tbody tr': { borderTopWidth: '1px', borderColor: 'border' },
  '& thead label': { display: 'flex', alignItems: 'flex-start', gap: '2', fontWeight: 'semibold', cursor: 'pointer' },
  '& thead small': { display: 'block', textStyle: 'xs', fontWeight: 'normal', color: 'fg.muted' },
  '& input': { flex: 'none', mt: '1', accentColor: '{colors.accent.solid}' },
});

/** Possible duplicates in pairs: choose the record to keep, or mark them as two people. */
export function MergeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['resident', 'common', 'around']);
  const { pairs, failed, reload, merge, part } = useDuplicates();
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState(false);
  const left = pairs ?? [];
  const pair = left[0];
  const target = pair && (pair.two.find(({ id }) => id === chosen) ?? fuller(pair.two));
  const other = pair?.two.find(({ id }) => id !== target?.id);
  const run = async () => {
    if (!target || !other || busy) return;
    setBusy(true);
    const refused = await merge(target, other).finally(() => setBusy(false));
    if (refused) void toastRefusal(refused);
    else toast({ tone: 'done', title: t('merge.done', { name: target.name }) });
  };
  const apart = async (two: Pair) => {
    if (busy) return;
    setBusy(true);
    const refused = await part(two, true).finally(() => setBusy(false));
    const [first, another] = two.two;
    if (refused) return toastRefusal(refused);
    toast({
      tone: 'done',
      title: t('merge.skipped', { one: first.name, other: another.name }),
      action: { label: t('around:undo.undo'), onAct: () => void part(two, false) },
    });
  };
  return (
    <Dialog
      open
      wide
      title={t('merge.open')}
      description={pair && t('merge.help')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:act.close')}</Button>
          {pair && (
            <>
              <Button disabled={busy} onClick={() => void apart(pair)}>
                {t('merge.skip')}
              </Button>
              <Button look="filled" busy={busy} onClick={() => void run()}>
                {t('actions.merge')}
              </Button>
            </>
          )}
        </>
      }
    >
      {failed && !pairs ? (
        <ErrorState title={t('merge.failed')} onRetry={reload} />
      ) : !pairs ? (
        <SkeletonRows rows={6} />
      ) : !pair || !target ? (
        <EmptyState icon={Users} title={t('merge.none')} />
      ) : (
        <Two pair={pair} kept={target} left={left.length} onChoose={setChosen} />
      )}
    </Dialog>
  );
}

/** The record with more values. */
function fuller([first, other]: Pair['two']): ResidentRow {
  const filledIn = (row: ResidentRow) => Object.values(row).filter(value => value !== null && value !== '').length;
  return filledIn(other) > filledIn(first) ? other : first;
}

/** Values taken over from the merged record; other differing values are lost. */
const CARRIED = new Set(['phone', 'email', 'role', 'owner', 'movedInAt']);
const isLost = (name: string, gone: ResidentRow, target: ResidentRow) => {
  const [other, ours] = [valueIn(gone, name), valueIn(target, name)];
  return !CARRIED.has(name) && filled(other) && filled(ours) && other !== ours;
};
const filled = (value: unknown) => value !== null && value !== undefined && value !== '';

interface TwoProps {
  pair: Pair;
  kept: ResidentRow;
  left: number;
  onChoose: (id: string) => void;
}

function Two({ pair, kept: target, left, onChoose }: TwoProps) {
  const { t } = useTranslation('resident');
  const say = useFieldWords(resident.name);
  const group = useId();
  const shown = FIELDS.filter(name => pair.two.some(row => filled(valueIn(row, name))));
  return (
    <table className={tableClass()}>
      <caption>
        {t('merge.left', { count: left })} {pair.because.map(reason => t(`merge.because.${reason}`)).join(' · ')}
      </caption>
      <thead>
        <tr>
          <td />
          {pair.two.map(row => (
            <th key={row.id} scope="col">
              <label>
                <input type="radio" name={group} checked={row.id === target.id} onChange={() => onChoose(row.id)} />
                <span>
                  {row.name}
                  <small>{t(row.id === target.id ? 'merge.kept' : 'merge.gone')}</small>
                </span>
              </label>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{say.label('unitIds')}</th>
          {pair.two.map(row => (
            <td key={row.id}>
              {row.unitIds.map(id => (
                <UnitName key={id} id={id} />
              ))}
            </td>
          ))}
        </tr>
        {shown.map(name => (
          <tr key={name}>
            <th scope="row">{say.label(name)}</th>
            {pair.two.map(row => (
              <td key={row.id}>
                <Value name={name} value={valueIn(row, name)} />
                {row.id !== target.id && isLost(name, row, target) && <small>{t('merge.lost')}</small>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  const field = fields[name];
  return field && <FieldValue definition={resident} name={name} field={field} value={value} />;
}

function UnitName({ id }: { id: string }) {
  return <div>{useRefName('unit', id) ?? '…'}</div>;
}
