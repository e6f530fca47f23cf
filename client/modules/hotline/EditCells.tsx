import { HOTLINE_KINDS, type HotlineRow, hotline } from '@lobby/shared/modules/hotline.ts';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { request } from '../../kit/http/api.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { styleClass } from '../../theme/classes.ts';

type Row = HotlineRow & { version: number };
type Text = 'name' | 'phone' | 'hours';
type Edited = Partial<Pick<HotlineRow, Text | 'kind' | 'shown'>>;

const cellClass = styleClass({ display: 'block', w: 'full', minW: '0' });

/** What is done in a cell neither opens its row nor moves in the list. */
const Own = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the control inside is the interactive one
  <span className={cellClass()} onClick={event => event.stopPropagation()} onKeyDown={event => event.stopPropagation()}>
    {children}
  </span>
);

/** Stores a value of a row; answers whether it was taken. */
const store = ({ id, version }: Row, values: Edited): Promise<boolean> =>
  request('PUT', `${hotline.path}/${id}`, { ...scopeNow(), body: { version, ...values } }).then(
    () => true,
    error => {
      toastRefusal(error);
      return false;
    },
  );

/** A text that is edited in its row: stored by Enter or by leaving it, as it was by Escape. */
function TextCell({ row, field }: { row: Row; field: Text }) {
  const say = useFieldWords(hotline.name);
  const stored = row[field] ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const save = async () => {
    if (typed !== null && typed.trim() !== stored) await store(row, { [field]: typed.trim() || null });
    setTyped(null);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key === 'Escape') setTyped(null);
  };
  return (
    <TextInput
      size="sm"
      aria-label={`${say.label(field)}: ${row.name}`}
      value={typed ?? stored}
      onChange={event => setTyped(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={onKey}
    />
  );
}

function KindCell({ row }: { row: Row }) {
  const say = useFieldWords(hotline.name);
  // The main number is made by its own act.
  if (row.kind === 'MAIN') return say.option('kind', row.kind);
  return (
    <Select
      size="sm"
      aria-label={`${say.label('kind')}: ${row.name}`}
      value={row.kind}
      choices={HOTLINE_KINDS.filter(kind => kind !== 'MAIN').map(kind => ({
        value: kind,
        label: say.option('kind', kind),
      }))}
      onChange={event => {
        const kind = HOTLINE_KINDS.find(option => option === event.target.value);
        if (kind) void store(row, { kind });
      }}
    />
  );
}

function ShownCell({ row }: { row: Row }) {
  const say = useFieldWords(hotline.name);
  return (
    <Checkbox
      bare
      label={`${say.label('shown')}: ${row.name}`}
      checked={row.shown}
      onChange={event => void store(row, { shown: event.target.checked })}
    />
  );
}

/** A cell that is edited in place by who may write, and shown as `plain` to others. */
export function EditCell({ row, field, plain }: { row: Row; field: Text | 'kind' | 'shown'; plain: ReactNode }) {
  if (!useCan(hotline.code, 'write')) return plain;
  return (
    <Own>
      {field === 'kind' && <KindCell row={row} />}
      {field === 'shown' && <ShownCell row={row} />}
      {field !== 'kind' && field !== 'shown' && <TextCell row={row} field={field} />}
    </Own>
  );
}
