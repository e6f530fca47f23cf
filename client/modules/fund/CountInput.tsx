import { DENOMINATIONS, fundCount, worthOf } from '@lobby/shared/modules/fund-count.ts';
import { useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import { readWhole } from '../../kit/ui/form/inputs/numbers.ts';
import type { TypedValues } from '../../kit/ui/form/read-form.ts';
import { type TypedLine, writeLine } from '../../kit/ui/form/values.ts';
import { styleClass } from '../../theme/classes.ts';
import { useBalances } from './FundBalance.tsx';

const tableClass = styleClass({
  gridColumn: '1 / -1',
  '& table': { borderCollapse: 'collapse', mb: '3' },
  '& th': { textAlign: 'start', fontWeight: 'medium', color: 'fg.muted', textStyle: 'sm', px: '2', py: '0.5' },
  '& td': { px: '2', py: '0.5', textAlign: 'end', fontFamily: 'figures', whiteSpace: 'nowrap' },
  '& [role=alert]': { textStyle: 'xs', color: 'bad.fg' },
});
const LINES = fundCount.fields.denominations;
const whole = (typed: unknown): number => readWhole(String(typed ?? '')) ?? 0;

/** Counts by denomination with the total, against the book balance. */
export function CountInput() {
  const { t } = useTranslation(fundCount.name);
  const { number, money } = useFormats();
  const how = useWriting();
  const id = useId();
  const { field, fieldState } = useController<TypedValues>({ name: 'denominations' });
  const fundId = String(useWatch<TypedValues>({ name: 'fundId' }) ?? '');
  const { data: balances } = useBalances();
  const lines = (Array.isArray(field.value) ? field.value : []) as readonly TypedLine[];
  const piecesOf = (value: number) => String(lines.find(line => whole(line.value) === value)?.pieces ?? '');
  const set = (value: number, typed: string) =>
    field.onChange(
      DENOMINATIONS.flatMap(denomination => {
        const pieces = denomination === value ? typed : piecesOf(denomination);
        return pieces === '' ? [] : [{ ...writeLine(LINES, { value: denomination }, how), pieces }];
      }),
    );
  const sum = worthOf(lines.map(({ value, pieces }) => ({ value: whole(value), pieces: whole(pieces) })));
  const book = balances?.find(balance => balance.fundId === fundId)?.balance;
  const error = fieldState.error?.message;
  return (
    <div className={tableClass()} data-field="denominations">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('paper.value')}</th>
            <th scope="col">{t('paper.pieces')}</th>
            <th scope="col">{t('paper.worth')}</th>
          </tr>
        </thead>
        <tbody>
          {DENOMINATIONS.map(value => (
            <tr key={value}>
              <td>{number(value)}</td>
              <td>
                <TextInput
                  id={`${id}-${value}`}
                  size="sm"
                  inputMode="numeric"
                  aria-label={t('piecesOf', { value: number(value) })}
                  value={piecesOf(value)}
                  onChange={event => set(value, event.target.value)}
                  onBlur={field.onBlur}
                />
              </td>
              <td>{number(value * whole(piecesOf(value)))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {error && <p role="alert">{error}</p>}
      <Sums
        of={[
          [t('fields.counted'), money(sum)],
          ...(book === undefined
            ? []
            : ([
                [t('fields.book'), money(book)],
                [t('fields.difference'), money(sum - book)],
              ] as const)),
        ]}
      />
    </div>
  );
}
