import { workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/api.ts';
import { now } from '../../kit/clock.ts';
import { useFormats } from '../../kit/formats.ts';
import { followModule } from '../../kit/live.ts';
import { scopeAtom } from '../../kit/session.ts';
import { later } from '../../kit/timing.ts';
import { Status } from '../../kit/ui/Status.tsx';

interface Answer {
  working: boolean;
  next: string | null;
}

/** Whether it is working time now, as deadlines see it. */
export function NowWorking() {
  const { t } = useTranslation('work-schedule');
  const { when, dateTime } = useFormats();
  const scope = useAtomValue(scopeAtom);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    const read = () =>
      void request<Answer>('GET', `${workSchedule.path}/working-time`, scope).then(
        ({ data }) => setAnswer(data),
        () => {},
      );
    read();
    const soon = later(read, 100, 1000);
    const stop = followModule(scope, workSchedule.code, soon.soon);
    const timer = setInterval(read, 60_000);
    return () => {
      stop();
      soon.cancel();
      clearInterval(timer);
    };
  }, [scope]);
  if (!answer) return null;
  const { working, next } = answer;
  if (working)
    return (
      <Status tone="done" icon="circle-check">
        {t('week.working')}
      </Status>
    );
  const soon = next && Date.parse(next) - now() < 24 * 3_600_000;
  return (
    <Status tone="ended" icon="clock">
      {next ? t('week.resting', { at: soon ? when(next, Date.parse(next)) : dateTime(next) }) : t('week.never')}
    </Status>
  );
}
