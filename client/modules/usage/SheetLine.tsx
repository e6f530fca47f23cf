import { usage } from '@lobby/shared/modules/usage.ts';
import { Camera } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { readDecimal } from '../../kit/ui/form/numbers.ts';
import { Status } from '../../kit/ui/Status.tsx';
import { TextInput } from '../../kit/ui/TextInput.tsx';

export interface SheetRow {
  unitId: string;
  code: string;
  usageId: string | null;
  version: number | null;
  oldIndex: number | null;
  newIndex: number | null;
  quantity: number | null;
  before: number | null;
  outlier: boolean;
  billed: boolean;
}

interface SheetLineProps {
  row: SheetRow;
  serviceId: string;
  month: string;
  metered: boolean;
  /** Opens the whole form: a photo, a meter that turned over or was replaced. */
  onMore: (row: SheetRow) => void;
}

/** From this part of last month's quantity on, either way, a new one stands out. */
const OUTLIER = 0.3;

/** The reading of one unit; it is saved when it is left, if it was changed. */
export function SheetLine({ row, serviceId, month, metered, onMore }: SheetLineProps) {
  const { t } = useTranslation(['usage', 'errors']);
  const { number } = useFormats();
  const stored = metered ? row.newIndex : row.quantity;
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  const [saved, setSaved] = useState(false);
  const value = typed === null ? stored : readDecimal(typed);
  const used = metered ? (value === null || row.oldIndex === null ? null : value - row.oldIndex) : value;
  const apart =
    used !== null && row.before !== null && row.before > 0 && Math.abs(used - row.before) / row.before > OUTLIER;
  async function save() {
    if (typed === null || typed.trim() === '' || value === stored) return;
    if (value === null) return setFault(t('errors:TYPE_INVALID'));
    const figures = metered ? { oldIndex: row.oldIndex ?? 0, newIndex: value } : { number: value };
    try {
      if (row.usageId)
        await request('PUT', `${usage.path}/${row.usageId}`, {
          ...scopeNow(),
          body: { ...figures, version: row.version },
        });
      else
        await request('POST', usage.path, {
          ...scopeNow(),
          body: { unitId: row.unitId, serviceId, month, ...figures },
        });
      setFault('');
      setSaved(true);
    } catch (error) {
      const refused = error instanceof ApiError ? error : null;
      const [first] = Object.values(refused?.fields ?? {});
      setFault(first ? t(`errors:${first.code}`, { ...first.params }) : (refused?.message ?? t('errors:FAIL')));
    }
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const inputs = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('tbody input') ?? [])];
    const next = inputs[inputs.indexOf(event.currentTarget) + (event.key === 'ArrowUp' ? -1 : 1)];
    if (next) next.focus();
    else event.currentTarget.blur();
  }
  return (
    <tr>
      <th scope="row">{row.code}</th>
      {metered && <td data-figure="">{row.oldIndex === null ? '–' : number(row.oldIndex)}</td>}
      <td data-figure="">
        <TextInput
          inputMode="decimal"
          aria-label={`${t(metered ? 'fields.newIndex' : 'fields.quantity')} ${row.code}`}
          aria-invalid={fault ? true : undefined}
          title={fault || undefined}
          disabled={row.billed}
          value={typed ?? (stored === null ? '' : number(stored))}
          onChange={event => {
            setTyped(event.target.value);
            setSaved(false);
          }}
          onFocus={event => event.currentTarget.select()}
          onBlur={() => void save()}
          onKeyDown={press}
        />
      </td>
      <td data-figure="">{used === null ? '–' : number(Math.round(used * 100) / 100)}</td>
      <td data-figure="">{row.before === null ? '–' : number(row.before)}</td>
      <td>
        {fault ? (
          <Status tone="bad" icon="circle-x">
            {fault}
          </Status>
        ) : row.billed ? (
          <Status tone="ended" icon="check">
            {t('sheet.billed')}
          </Status>
        ) : apart ? (
          <Status tone="waiting" icon="clock">
            {t('fields.outlier')}
          </Status>
        ) : (
          saved && (
            <Status tone="done" icon="check">
              {t('sheet.saved')}
            </Status>
          )
        )}
      </td>
      <td>
        {!row.billed && (
          // Plain, as there are hundreds of them: no tooltip of its own for each.
          <button
            type="button"
            title={t('sheet.more')}
            aria-label={`${t('sheet.more')} ${row.code}`}
            onClick={() => onMore(row)}
          >
            <Camera size={16} />
          </button>
        )}
      </td>
    </tr>
  );
}
