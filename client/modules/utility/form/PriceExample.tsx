import { DAY_MS, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import type { draftPrice } from '@lobby/shared/modules/utility.contract.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useWriting } from '../../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { readValue } from '../../../kit/ui/form/values.ts';

const TERMS = [
  'priceType',
  'price',
  'pricePer',
  'formula',
  'formulaBy',
  'priceTiers',
  'coefficients',
  'surcharges',
  'vat',
  'surchargeTax',
  'priceIncludesVat',
] as const;

/** Next evening hour, as an example. */
function evening(): { from: string; to: string } {
  const from = Math.floor(Date.now() / DAY_MS + 1) * DAY_MS + 11 * HOUR_MS;
  return { from: new Date(from).toISOString(), to: new Date(from + HOUR_MS).toISOString() };
}

/** Price of an hour next evening with the values of the form. */
export function PriceExample() {
  const { t } = useTranslation('utility');
  const { money } = useFormats();
  const how = useWriting();
  const typed = useWatch<TypedValues>({ name: [...TERMS] });
  const draft = Object.fromEntries(
    TERMS.flatMap((name, n) => {
      const { value } = readValue(utility.fields[name], typed[n] ?? '', how);
      return value === null || value === undefined ? [] : [[name, value]];
    }),
  );
  const hasPrice = draft.priceType === 'PRICE' ? typeof draft.price === 'number' : draft.priceType === 'FORMULA';
  const { data } = useContract<typeof draftPrice>(
    '/utility/price',
    hasPrice && { method: 'POST', body: { draft, slots: [evening()] } },
  );
  if (!hasPrice || !data) return null;
  return (
    <p data-wide aria-live="polite">
      {t('form.example', { fee: money(data.fee), total: money(data.total) })}
    </p>
  );
}
