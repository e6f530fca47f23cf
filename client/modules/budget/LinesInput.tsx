import type { Field } from '@lobby/shared/kit/fields.ts';
import { BUDGET_MONTHS, budget, spread, yearOf } from '@lobby/shared/modules/budget.ts';
import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useFieldWords, useWriting } from '../../kit/ui/form/form-context.ts';
import { readWhole } from '../../kit/ui/form/inputs/numbers.ts';
import { PLAIN_INPUTS } from '../../kit/ui/form/inputs/plain-inputs.ts';
import type { TypedValues } from '../../kit/ui/form/read-form.ts';
import { type TypedLine, writeLine } from '../../kit/ui/form/values.ts';
import { styleClass } from '../../theme/classes.ts';

const tableClass = styleClass({
  gridColumn: '1 / -1',
  overflowX: 'auto',
  '& table': { borderCollapse: 'collapse', textStyle: 'sm' },
  '& th': { textAlign: 'start', fontWeight: 'medium', color: 'fg.muted', px: '1', whiteSpace: 'nowrap' },
  '& td': { p: '0.5', verticalAlign: 'middle' },
  '& td[data-about]': { minW: '56' },
  '& td[data-kind]': { minW: '28' },
  '& td[data-month]': { minW: '28' },
  '& td[data-sum]': { textAlign: 'end', whiteSpace: 'nowrap', fontFamily: 'figures' },
  '& [role=alert]': { textStyle: 'xs', color: 'bad.fg' },
});

const LINES = budget.fields.lines;
const SUM = 'sum';
const COLUMNS = [...BUDGET_MONTHS, SUM] as const;

const amountOf = (value: unknown): number => readWhole(String(value ?? '')) ?? 0;
const yearOfLine = (line: TypedLine): number =>
  yearOf(Object.fromEntries(BUDGET_MONTHS.map(month => [month, amountOf(line[month])])));

/**
 * Budget lines as a spreadsheet: arrow keys move, blocks can be pasted, Ctrl+D fills to the right, a yearly sum is
 * spread over the months.
 */
export function BudgetLines() {
  const { t } = useTranslation(budget.name);
  const { number } = useFormats();
  const say = useFieldWords(budget.name);
  const how = useWriting();
  const id = useId();
  const { field: held, fieldState } = useController<TypedValues>({ name: 'lines' });
  const lines = (Array.isArray(held.value) ? held.value : []) as readonly TypedLine[];
  const set = (at: number, change: TypedLine) =>
    held.onChange(lines.map((line, n) => (n === at ? { ...line, ...change } : line)));
  const cellId = (row: number, column: number) => `${id}-${row}-${column}`;
  const go = (row: number, column: number) => document.getElementById(cellId(row, column))?.focus();

  const onKey = (row: number, column: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') go(row + 1, column);
    else if (event.key === 'ArrowUp') go(row - 1, column);
    else if (event.key === 'd' && (event.ctrlKey || event.metaKey)) {
      const value = lines[row]?.[COLUMNS[column] ?? ''] ?? '';
      set(row, Object.fromEntries(BUDGET_MONTHS.slice(column).map(month => [month, value])));
    } else return;
    event.preventDefault();
  };
  /** Pastes rows and columns from a spreadsheet, starting at this cell. */
  const onPaste = (row: number, column: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const block = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '');
    if (!/[\t\n]/.test(block)) return;
    event.preventDefault();
    const rows = block.split(/\r?\n/).map(line => line.split('\t'));
    held.onChange(
      lines.map((line, n) => {
        const cells = rows[n - row];
        if (!cells) return line;
        const pasted = cells.flatMap((cell, k): [string, string][] => {
          const month = BUDGET_MONTHS[column + k];
          const amount = readWhole(cell);
          return month && amount !== null ? [[month, number(amount)]] : [];
        });
        return { ...line, ...Object.fromEntries(pasted) };
      }),
    );
  };
  const error = fieldState.error?.message;
  const add = () => held.onChange([...lines, writeLine(LINES, { kind: lines.at(-1)?.kind ?? 'EXPENSE' }, how)]);
  return (
    <div className={tableClass()} data-field="lines">
      <table>
        <thead>
          <tr>
            <th scope="col">{say.label('kind')}</th>
            <th scope="col">{t('lines.about')}</th>
            {BUDGET_MONTHS.map((month, n) => (
              <th key={month} scope="col">
                {n + 1}
              </th>
            ))}
            <th scope="col">{t('lines.year')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {lines.map((line, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
            <tr key={row}>
              <LineHead id={`${id}-${row}`} line={line} onChange={change => set(row, change)} onBlur={held.onBlur} />
              {BUDGET_MONTHS.map((month, column) => (
                <td key={month} data-month="">
                  <TextInput
                    id={cellId(row, column)}
                    size="sm"
                    inputMode="numeric"
                    aria-label={t('lines.cell', { line: row + 1, month: column + 1 })}
                    value={String(line[month] ?? '')}
                    onChange={event => set(row, { [month]: event.target.value })}
                    onKeyDown={onKey(row, column)}
                    onPaste={onPaste(row, column)}
                    onBlur={held.onBlur}
                  />
                </td>
              ))}
              <td data-sum="">
                <YearCell
                  id={cellId(row, BUDGET_MONTHS.length)}
                  label={t('lines.yearOf', { line: row + 1 })}
                  sum={yearOfLine(line)}
                  onSpread={sum =>
                    set(
                      row,
                      Object.fromEntries(Object.entries(spread(sum)).map(([name, amount]) => [name, number(amount)])),
                    )
                  }
                />
              </td>
              <td>
                <IconButton
                  icon={X}
                  size="sm"
                  label={t('lines.remove', { line: row + 1 })}
                  onClick={() => held.onChange(lines.toSpliced(row, 1))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {error && <p role="alert">{error}</p>}
      {lines.length < LINES.max && (
        <Button size="sm" icon={Plus} onClick={add}>
          {t('lines.add')}
        </Button>
      )}
    </div>
  );
}

interface LineHeadProps {
  id: string;
  line: TypedLine;
  onChange: (change: TypedLine) => void;
  onBlur: () => void;
}

/** Subject of a line: service or category for income, category for expenses. */
function LineHead({ id, line, onChange, onBlur }: LineHeadProps) {
  const say = useFieldWords(budget.name);
  const names =
    line.kind === 'INCOME' ? (['kind', 'serviceId', 'categoryId'] as const) : (['kind', 'categoryId'] as const);
  const about = names.filter(name => name !== 'kind');
  const inputOf = (name: (typeof names)[number]) => {
    const field: Field = LINES.of[name];
    const Input = PLAIN_INPUTS[field.kind];
    return (
      <Input
        key={name}
        id={`${id}-${name}`}
        name={name}
        field={field}
        label={say.label(name, field)}
        placeholder={say.label(name, field)}
        value={line[name] ?? ''}
        invalid={false}
        filter={name === 'categoryId' ? { kind: String(line.kind) } : undefined}
        onChange={typed => {
          if (typeof typed === 'string') onChange({ [name]: typed });
        }}
        onBlur={onBlur}
      />
    );
  };
  return (
    <>
      <td data-kind="">{inputOf('kind')}</td>
      <td data-about="">{about.map(inputOf)}</td>
    </>
  );
}

interface YearCellProps {
  id: string;
  label: string;
  sum: number;
  onSpread: (sum: number) => void;
}

/** Yearly sum of a line; an entered sum is spread over the months, the last takes the remainder. */
function YearCell({ id, label, sum, onSpread }: YearCellProps) {
  const { number } = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      id={id}
      size="sm"
      inputMode="numeric"
      aria-label={label}
      value={typed ?? number(sum)}
      onChange={event => setTyped(event.target.value)}
      onBlur={() => {
        const read = typed === null ? null : readWhole(typed);
        if (read !== null && read >= 0 && read !== sum) onSpread(read);
        setTyped(null);
      }}
    />
  );
}
