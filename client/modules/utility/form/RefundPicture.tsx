import { utility } from '@lobby/shared/modules/utility.ts';
import { type Policy, policyOf, TIME_UNITS } from '@lobby/shared/modules/utility-terms.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWriting } from '../../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { readValue } from '../../../kit/ui/form/values.ts';
import { PolicyBands } from './PolicyBands.tsx';

const NAMES = ['tiers', 'fullRefundFrom', 'fullRefundFromUnit'] as const;

/** Whether a form line is complete. */
const isTier = (line: Partial<Policy['tiers'][number]>): line is Policy['tiers'][number] =>
  typeof line.from === 'number' && typeof line.percent === 'number';

/** Refund policy of the form as bands over the time before the start. */
export function RefundPicture() {
  const { t } = useTranslation('utility');
  const how = useWriting();
  const typed = useWatch<TypedValues>({ name: [...NAMES] });
  const [tiers, full, unit] = NAMES.map((name, n) => readValue(utility.fields[name], typed[n] ?? '', how).value);
  const policy = policyOf({
    tiers: (Array.isArray(tiers) ? tiers : []).filter(isTier),
    fullRefundFrom: typeof full === 'number' ? full : null,
    fullRefundFromUnit: TIME_UNITS.find(timeUnit => timeUnit === unit) ?? 'HOUR',
  });
  if (policy.length === 0) return <p data-wide>{t('policy.none')}</p>;
  return (
    <div data-wide>
      <PolicyBands policy={policy} />
    </div>
  );
}
