import type { SurveyFigures } from '@lobby/shared/modules/conference.contract.ts';
import type { resultOfSurvey } from '@lobby/shared/modules/conference-survey.contract.ts';
import { conferenceSurvey } from '@lobby/shared/modules/conference-survey.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useOptions } from '../../../kit/live/useRows.ts';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { ChartPane } from '../../../kit/ui/figures/ChartPane.tsx';
import { ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { useTurnout } from '../attendance/turnout.ts';
import { sectionsClass } from '../votes/Bars.tsx';
import { useExact } from '../votes/exact.ts';

/** Figures of a survey as counted by the server. */
/** Result of a survey, live; `bare` leaves out the body, for use inside another one. */
export function SurveyResult({ id, bare = false }: { id: string; bare?: boolean }) {
  const { t } = useTranslation(conferenceSurvey.name);
  const [blockId, setBlock] = useState('');
  const blocks = useOptions(block).data ?? [];
  const { data, error, again } = useContract<typeof resultOfSurvey>('/conference-survey/:id/result', {
    params: { id },
    follow: conferenceSurvey.code,
    query: blockId ? { blockId } : {},
  });
  useTurnout(data?.silent ?? false, again);
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  const content = (
    <div className={sectionsClass()}>
      {blocks.length > 1 && (
        <Select
          aria-label={t('result.block')}
          value={blockId}
          choices={[
            { value: '', label: t('result.allBlocks') },
            ...blocks.map(item => ({ value: item.id, label: item.name })),
          ]}
          onChange={event => setBlock(event.target.value)}
        />
      )}
      <SurveyQuestions of={data} />
    </div>
  );
  return bare ? content : <DetailBody>{content}</DetailBody>;
}

export function SurveyQuestions({ of: data }: { of: SurveyFigures }) {
  const { t } = useTranslation(conferenceSurvey.name);
  const { number } = useFormats();
  const exact = useExact();
  return (
    <>
      <p>{data.sheets === 0 ? t('result.none') : t('result.sheets', { sheets: number(data.sheets) })}</p>
      {data.hidden && data.sheets > 0 && <p>{t('result.few')}</p>}
      {data.questions.map(({ n, text, answered, options, mean, texts }) => (
        <section key={n}>
          <h3>
            {n}. {text}
          </h3>
          <ChartPane
            label={text}
            shape="ranks"
            kind="percent"
            say={value => `${exact(value ?? 0)}\u00a0%`}
            points={options.map(option => ({
              key: String(option.n),
              label: option.text,
              values: { percent: option.percent },
              end: t('result.option', { units: number(option.units), weight: exact(option.weight) }),
            }))}
            series={[{ key: 'percent', label: '%' }]}
          />
          {mean !== null && <p>{t('result.mean', { mean: exact(mean), count: answered })}</p>}
          <ul>
            {texts.map((answer, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same
              <li key={at}>{answer}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
