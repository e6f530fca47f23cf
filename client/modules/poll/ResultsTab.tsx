import { poll } from '@lobby/shared/modules/poll.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { ChartPane } from '../../kit/ui/figures/ChartPane.tsx';
import { standingOf } from './standing.ts';

/** Votes of a poll; live. */
export function ResultsTab({ id }: { id: string }) {
  const { t } = useTranslation('poll');
  const { number } = useFormats();
  const row = useHeldRow(poll, id);
  const { voted = 0, entitled = 0 } = row;
  const { hidden, lines } = standingOf(row);
  return (
    <DetailBody>
      <p>{t('votes', { count: voted })}</p>
      {entitled > 0 && <p>{t('of', { entitled: number(entitled), share: Math.round((100 * voted) / entitled) })}</p>}
      {hidden && <p>{t('hidden')}</p>}
      {!hidden && (
        <ChartPane
          label={row.title ?? ''}
          shape="ranks"
          kind="percent"
          points={lines.map(({ answer, votes, share }) => ({
            key: answer,
            label: answer,
            values: { share: share * 100 },
            end: number(votes),
          }))}
          series={[{ key: 'share', label: '%' }]}
        />
      )}
    </DetailBody>
  );
}
