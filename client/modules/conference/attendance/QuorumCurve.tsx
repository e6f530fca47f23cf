import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { meetingResult } from '@lobby/shared/modules/conference.contract.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { ChartPane } from '../../../kit/ui/figures/ChartPane.tsx';
import { useExact } from '../votes/exact.ts';

/** Attendance at a moment. */
/** Share of votes present over the time of the meeting. */
export function QuorumCurve({ of }: { of: AnswerOf<typeof meetingResult>['quorum'] }) {
  const { t } = useTranslation(conference.name);
  const { number, time } = useFormats();
  const exact = useExact();
  if (of.length < 2) return null;
  const most = of.reduce((a, b) => (b.weight > a.weight ? b : a));
  return (
    <ChartPane
      label={t('curve.title')}
      title={t('curve.title')}
      shape="steps"
      kind="percent"
      points={of.map(({ at, percent }, n) => ({
        key: `${n} ${at}`,
        label: time(at),
        at: Date.parse(at),
        values: { percent },
      }))}
      series={[{ key: 'percent', label: t('attendance.votes') }]}
      foot={t('curve.most', { units: number(most.heads), percent: exact(most.percent), at: time(most.at) })}
    />
  );
}
