import type { orderTimeline } from '@lobby/shared/modules/merchant-order.contract.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { Check, Circle, CircleDot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

/** Usual sequence of statuses (docs/partner-orders.md). */
const USUAL = [
  'NEW',
  'FINDING_INSTALLER',
  'ACCEPTED',
  'ASSIGNED_TO_EMPLOYEE',
  'EMPLOYEE_ON_THE_WAY',
  'EMPLOYEE_WORKING',
  'EMPLOYEE_FINISHED',
  'RESIDENT_CONFIRMED',
  'COMPLETED',
  'RATED',
] as const;
/** For statuses outside of it: where the sequence continues. */
const BESIDE: Readonly<Partial<Record<string, (typeof USUAL)[number]>>> = {
  PENDING: 'FINDING_INSTALLER',
  REJECTED_BY_INSTALLER: 'FINDING_INSTALLER',
  NO_INSTALLER_FOUND: 'FINDING_INSTALLER',
  RESCHEDULED: 'ACCEPTED',
  IN_PROCESS: 'EMPLOYEE_WORKING',
  WARRANTY_REQUESTED: 'ACCEPTED',
};

const lineClass = styleClass({
  listStyle: 'none',
  m: '0',
  p: '0',
  display: 'grid',
  textStyle: 'sm',
  '& > li': { display: 'grid', gridTemplateColumns: '20px 1fr auto', gap: '2', alignItems: 'center', py: '1.5' },
  '& > li > small': { color: 'fg.muted', textStyle: 'xs' },
  '& > li[data-to-come]': { color: 'fg.muted' },
  '& > li[aria-current]': { fontWeight: 'semibold' },
});

/** Remaining statuses if all goes well; empty for final ones. */
function toCome(status: string): readonly string[] {
  const next = BESIDE[status];
  if (next) return USUAL.slice(USUAL.indexOf(next));
  const usual: readonly string[] = USUAL;
  const at = usual.indexOf(status);
  return at < 0 ? [] : USUAL.slice(at + 1);
}

/** Status history of an order with times and actors, followed by the expected statuses. */
export function WayTab({ id }: { id: string }) {
  const { t } = useTranslation('merchant-order');
  const say = useFieldWords(merchantOrder.name);
  const { dateTime } = useFormats();
  const { status = '' } = useHeldRow(merchantOrder, id);
  const { data } = useContract<typeof orderTimeline>('/merchant-order/:id/timeline', {
    params: { id },
    follow: merchantOrder.code,
  });
  if (!data) return <PartSkeleton />;
  // Demo orders have no history; only their status is known.
  const taken = data.length > 0 ? data : [{ at: '', act: '', status, by: '' }];
  return (
    <DetailBody>
      <ol className={lineClass()} aria-label={t('way.title')}>
        {taken.map((step, n) => {
          const last = n === taken.length - 1;
          return (
            <li key={`${step.at} ${step.status}`} aria-current={last ? 'step' : undefined}>
              {last ? <CircleDot size={16} aria-hidden /> : <Check size={16} aria-label={t('way.done')} />}
              <span>{say.status(step.status)}</span>
              <small>{[step.at && dateTime(step.at), step.by].filter(Boolean).join(' · ')}</small>
            </li>
          );
        })}
        {toCome(status).map(next => (
          <li key={`next ${next}`} data-to-come="">
            <Circle size={16} aria-hidden />
            <span>{say.status(next)}</span>
          </li>
        ))}
      </ol>
    </DetailBody>
  );
}
