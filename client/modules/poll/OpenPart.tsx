import type { pollTurnout } from '@lobby/shared/modules/poll.contract.ts';
import { type PollRow, poll } from '@lobby/shared/modules/poll.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';

/** Part of the open dialog: number of voters, and whether they are notified. */
export function OpenPart({ row }: { row: Partial<PollRow> & { id: string } }) {
  const { t } = useTranslation('poll');
  const { number, dateTime } = useFormats();
  const { data } = useContract<typeof pollTurnout>('/poll/:id/turnout', {
    params: { id: row.id },
    query: { limit: 1 },
    follow: poll.code,
  });
  return (
    <div>
      <p>
        <strong>{row.title}</strong>
        {row.closesAt && ` · ${t('preview.until', { at: dateTime(row.closesAt) })}`}
      </p>
      {data && <p role="status">{t('opens.asks', { entitled: number(data.entitled) })}</p>}
      <p>{t(row.notify ? 'opens.told' : 'opens.untold')}</p>
    </div>
  );
}
