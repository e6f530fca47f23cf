import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { workingTimeNow } from '@lobby/shared/modules/work-schedule.contract.ts';
import { workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { useTranslation } from 'react-i18next';
import { now } from '../../kit/http/clock.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { Status } from '../../kit/ui/marks/Status.tsx';

/** Whether the present moment is working time for deadlines. */
export function NowWorking() {
  const { t } = useTranslation('work-schedule');
  const { when, dateTime } = useFormats();
  const { data: answer } = useContract<typeof workingTimeNow>('/work-schedule/working-time', {
    follow: workSchedule.code,
    delay: 100,
    every: 60_000,
  });
  if (!answer) return null;
  const { working, next } = answer;
  if (working)
    return (
      <Status tone="done" icon="circle-check">
        {t('week.working')}
      </Status>
    );
  const soon = next && Date.parse(next) - now() < DAY_MS;
  return (
    <Status tone="ended" icon="clock">
      {next ? t('week.resting', { at: soon ? when(next, Date.parse(next)) : dateTime(next) }) : t('week.never')}
    </Status>
  );
}
