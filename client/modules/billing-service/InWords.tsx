import { BILLING_DEFAULTS, feeDates, noticeMonthOf, servicePeriod } from '@lobby/shared/billing/dates.ts';
import type { serviceSettings } from '@lobby/shared/modules/billing-service.contract.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';
import { thisMonth } from '../../kit/ui/today.ts';

const ASKED = {
  firstDay: service.fields.firstDay,
  lastDay: service.fields.lastDay,
  type: service.fields.type,
  group: service.fields.group,
};
const LATER = ['ELECTRICITY', 'WATER', 'GAS'];

/** Billing period, notice date and due date that the form gives for the current month. */
export function InWords() {
  const { t } = useTranslation(service.name);
  const { day } = useFormats();
  const { data } = useContract<typeof serviceSettings>('/service/settings');
  const typed = useFormValues(ASKED);
  const settings = data ?? BILLING_DEFAULTS;
  const month = thisMonth();
  const [first, last] = [Number(typed.firstDay || 1), Number(typed.lastDay || 31)];
  const valid = first >= 1 && last <= 31 && ((first === 1 && last === 31) || last === first - 1);
  if (!valid) return null;
  const { start, end } = servicePeriod({ firstDay: first, lastDay: last }, month);
  const type = typed.type ?? (LATER.includes(String(typed.group)) ? 'POSTPAID' : 'PREPAID');
  const notice = noticeMonthOf(type, month, end, settings);
  const { sending, due } = feeDates(settings, notice);
  return (
    <p>{t('inWords', { month: day(month), from: day(start), to: day(end), sending: day(sending), due: day(due) })}</p>
  );
}
