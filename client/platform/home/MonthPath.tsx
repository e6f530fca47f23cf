import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { DAY_MS, daysBetween } from '@lobby/shared/kit/dates.ts';
import type { monthPath } from '@lobby/shared/modules/bill.contract.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats, useSpans } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { today } from '../../kit/ui/today.ts';
import { PaneSkeleton } from './PaneSkeleton.tsx';
import { paneClass } from './parts.ts';
import { StepLink } from './StepLink.tsx';

type Step = NonNullable<AnswerOf<typeof monthPath>>['steps'][number];

const PAUSE_MS = 5000;
const STEPS = 5;

/** Steps of the billing month, each linked to its screen. */
export function MonthPath({ projectId }: { projectId: string }) {
  const { t } = useTranslation('home');
  const { number, share, day } = useFormats();
  const spans = useSpans();
  const id = useId();
  const { data, loading } = useContract<typeof monthPath>('/home/month', {
    scope: { projectId },
    follow: 'BILL',
    delay: PAUSE_MS,
  });
  if (!data) return loading ? <PaneSkeleton title={t('monthPath.steps')} rows={STEPS} /> : null;
  const { month, steps } = data;
  const now = steps.find(({ done }) => !done);
  const detailOf = ({ key, count, of }: Step) => {
    if (count === null) return '';
    if (key === 'paid') return share(count);
    if (of !== null) return t('monthPath.reached', { count, of: number(of) });
    if (key === 'reminded' && count === 0) return '';
    return t(`monthPath.counts.${key}`, { count });
  };
  // A day by which money is to come, of a step that is not done.
  const isWaited = (step: Step) => step === now && step.key === 'paid';
  const isLate = (step: Step) => isWaited(step) && step.day !== null && step.day < today();
  const when = (step: Step) => {
    const date = step.day && day(step.day).slice(0, 5);
    if (!date || !isWaited(step)) return date;
    return isLate(step)
      ? spans.over(daysBetween(String(step.day), today()) * DAY_MS)
      : t('monthPath.due', { day: date });
  };
  return (
    <section className={paneClass()} aria-labelledby={id}>
      <h2 id={id}>{t('monthPath.title', { month: day(month) })}</h2>
      <ol>
        {steps.map((step, n) => (
          <li key={step.key}>
            <StepLink
              to={`/projects/${projectId}/${step.link}`}
              nth={n + 1}
              done={step.done}
              now={step === now}
              end={
                <time dateTime={step.day ?? undefined} data-late={isLate(step) || undefined}>
                  {when(step)}
                </time>
              }
            >
              {t(`monthPath.${step.key}`)}
              {detailOf(step) && <small>{detailOf(step)}</small>}
            </StepLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
