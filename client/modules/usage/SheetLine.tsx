import { Camera } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { readDecimal } from '../../kit/ui/form/inputs/numbers.ts';
import { LineState } from './LineState.tsx';
import { type Refused, type SheetRow, saveLines } from './rows.ts';

interface SheetLineProps {
  row: SheetRow;
  serviceId: string;
  month: string;
  metered: boolean;
  /** Error of a pasted value. */
  refused: Refused | undefined;
  /** Pastes a spreadsheet column from this line on. */
  onPaste: (row: SheetRow, column: string[]) => void;
  /** Opens the full form, for a photo or a meter that turned over. */
  onMore: (row: SheetRow) => void;
}

/** Reading of a unit or meter; saved on blur if changed. */
export function SheetLine({ row, serviceId, month, metered, refused, onPaste, onMore }: SheetLineProps) {
  const { t } = useTranslation(['usage', 'errors']);
  const { number, share } = useFormats();
  const stored = metered ? row.newIndex : row.usageNumber;
  const [typed, setTyped] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Pick<Refused, 'code' | 'message'> | null>(null);
  const [saved, setSaved] = useState(false);
  const fault = refusal ?? refused;
  const value = typed === null ? stored : readDecimal(typed, number(0.5));
  async function save(confirmed = false) {
    if (!confirmed && (typed === null || typed.trim() === '' || value === stored)) return;
    if (value === null) return setRefusal({ code: 'TYPE_INVALID', message: t('errors:TYPE_INVALID') });
    try {
      const answer = await saveLines({ serviceId, month }, metered, [{ row, value }], confirmed);
      const [wrong] = answer.values();
      setRefusal(wrong ?? null);
      setSaved(!wrong);
    } catch (error) {
      setRefusal({ code: 'FAIL', message: (error instanceof ApiError && error.message) || t('errors:FAIL') });
    }
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const column = event.clipboardData.getData('text').trimEnd().split(/\r?\n/);
    if (column.length < 2) return;
    event.preventDefault();
    onPaste(row, column);
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
      {metered && <td>{row.meterCode ?? t('sheet.noMeter')}</td>}
      {metered && <td data-figure="">{row.oldIndex === null ? '–' : number(row.oldIndex)}</td>}
      <td data-figure="">
        <TextInput
          inputMode="decimal"
          aria-label={`${t(metered ? 'fields.newIndex' : 'fields.usageNumber')} ${row.meterCode ?? row.code}`}
          aria-invalid={fault ? true : undefined}
          title={fault?.message}
          disabled={row.billed || (metered && !row.meterId)}
          value={typed ?? (stored === null ? '' : number(stored))}
          onChange={event => {
            setTyped(event.target.value);
            setSaved(false);
          }}
          onFocus={event => event.currentTarget.select()}
          onBlur={() => void save()}
          onKeyDown={press}
          onPaste={paste}
        />
      </td>
      <td data-figure="">{row.usageNumber === null ? '–' : number(row.usageNumber)}</td>
      <td data-figure="">{row.previousUsage === null ? '–' : number(row.previousUsage)}</td>
      <td data-figure="">{row.averageUsage === null ? '–' : number(row.averageUsage)}</td>
      <td data-figure="">{row.change === null ? '–' : share(row.change)}</td>
      <td>
        <LineState row={row} fault={fault} saved={saved} onConfirm={() => void save(true)} />
      </td>
      <td>
        {!row.billed && (!metered || row.meterId) && (
          // Plain, as there are hundreds of them: no tooltip component for each.
          <button
            type="button"
            title={t('sheet.more')}
            aria-label={`${t('sheet.more')} ${row.meterCode ?? row.code}`}
            onClick={() => onMore(row)}
          >
            <Camera size={16} />
          </button>
        )}
      </td>
    </tr>
  );
}
