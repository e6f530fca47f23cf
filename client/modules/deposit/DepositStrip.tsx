import { chakra } from '@chakra-ui/react';
import type { ValuesOf } from '@lobby/shared/kit/fields.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import type { DEPOSIT_FIELDS } from '@lobby/shared/modules/resident-form.ts';
import { Check, Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { styleClass } from '../../theme/classes.ts';

const stripClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '3',
  rowGap: '1',
  textStyle: 'sm',
  '& ol': { display: 'flex', flexWrap: 'wrap', gap: '3', rowGap: '1', m: '0', p: '0', listStyle: 'none' },
  '& li': { display: 'flex', alignItems: 'center', gap: '1', color: 'fg.muted' },
  '& li[aria-current]': { color: 'fg', fontWeight: 'medium' },
});

/** A form with a deposit, as far as it is loaded. */
export type WithDeposit = Partial<ValuesOf<typeof DEPOSIT_FIELDS, 'wire'>>;

/** Progress of a form's deposit: due, paid, confirmed, refunded, and what was kept. */
export function DepositStrip({ row }: { row: WithDeposit }) {
  const { t } = useTranslation('deposit');
  const { money, day, dateTime } = useFormats();
  const say = useFieldWords(deposit.name);
  const amount = row.depositAmount ?? 0;
  if (row.depositStatus === 'NONE' || amount === 0) return null;
  const { depositPaidOn: paid = null, depositConfirmedAt: counted = null, refundedOn: back = null } = row;
  const steps = [
    { key: 'due', done: paid !== null, when: null },
    { key: 'paid', done: paid !== null, when: paid && day(paid) },
    { key: 'confirmed', done: counted !== null, when: counted && dateTime(counted) },
    { key: 'refunded', done: back !== null, when: back && `${day(back)} · ${money(row.refundAmount ?? 0)}` },
  ] as const;
  const next = steps.find(({ done }) => !done)?.key;
  const papers = [
    ['deposit', row.depositId, t('strip.record')],
    ['receipt', row.receiptId, say.label('receiptId')],
    ['payslip', row.payslipId, say.label('payslipId')],
  ] as const;
  return (
    <chakra.div role="group" aria-label={t('strip.label')} w="full" className={stripClass()}>
      <strong>{t('strip.amount', { amount: money(amount) })}</strong>
      <ol>
        {steps.map(({ key, done, when }) => (
          <li key={key} aria-current={key === next ? 'step' : undefined}>
            {done ? <Check size={14} aria-label={t('strip.done')} /> : <Circle size={14} aria-hidden />}
            {t(`strip.${key}`)}
            {when && ` · ${when}`}
          </li>
        ))}
      </ol>
      {row.withoutRefund === true && <span>{t('strip.kept')}</span>}
      {papers.map(
        ([to, id, words]) =>
          id && (
            <RefLink key={to} to={to} id={id}>
              {words}
            </RefLink>
          ),
      )}
    </chakra.div>
  );
}
