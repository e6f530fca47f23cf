import type { announcementReach } from '@lobby/shared/modules/announcement.contract.ts';
import { type AnnouncementRow, announcement, sendTypesOf } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import { useAtomValue } from 'jotai';
import { Megaphone } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dataOf } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';
import { styleClass } from '../../theme/classes.ts';
import { reachLines } from './ReachLine.tsx';

const MOST = 50;
const reachClass = styleClass({ '& h3': { textStyle: 'sm', fontWeight: 'semibold' }, '& li': { color: 'fg.muted' } });

/** Delivery counts of an announcement with their sum. */
function sumsOf({ sentCount, waitingCount, failedCount, recipientCount }: Partial<AnnouncementRow>) {
  const [sent, waiting, failed] = [sentCount ?? 0, waitingCount ?? 0, failedCount ?? 0];
  return { sent, waiting, failed, all: sent + waiting + failed, people: recipientCount ?? 0 };
}

/** Recipients of an announcement by channel, and delivery results. */
export function ResultsTab({ id }: { id: string }) {
  const { t } = useTranslation('announcement');
  const { data } = useContract<typeof announcementReach>('/announcement/:id/recipients', {
    params: { id },
    follow: announcement.code,
    delay: 500,
  });
  const row = useHeldRow(announcement, id);
  const view = useRelatedRecords(announcementDelivery, 'announcementId', id, MOST);
  return (
    <>
      {data && (
        <DetailBody>
          <div className={reachClass()}>
            {/* Only before sending: afterwards the results count, and the current reach may differ. */}
            {!row.recipientCount && (
              <>
                <h3>{t('reach.title')}</h3>
                <ul>
                  {reachLines(t, data, sendTypesOf(row)).map(line => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </>
            )}
            {row.recipientCount ? <p>{t('results.sums', sumsOf(row))}</p> : null}
          </div>
        </DetailBody>
      )}
      <RelatedRecords
        view={view}
        most={MOST}
        icon={Megaphone}
        none={t('results.none')}
        more={count => t('results.more', { count })}
      >
        {rowId => <Delivery id={rowId} />}
      </RelatedRecords>
    </>
  );
}

function Delivery({ id }: { id: string }) {
  const { t } = useTranslation('announcement-delivery');
  const { dateTime } = useFormats();
  const entry = useAtomValue(useMemo(() => recordAtom(announcementDelivery.name, id), [id]));
  const { residentId, unitId, channel, problem, acknowledgedAt, status } = dataOf<{
    residentId: string;
    unitId: string;
    channel: string;
    problem: string;
    acknowledgedAt: string | null;
    status: keyof typeof announcementDelivery.statuses;
  }>(entry?.row);
  if (!residentId || !status) return null;
  const isBad = announcementDelivery.statuses[status].tone === 'bad' || status === 'UNSUBSCRIBE';
  // Replies of mail servers are not shown; a problem without words of its own is described by the status.
  const why = isBad ? t([`problems.${problem}`, `problems.${status}`, 'problems.FAILED']) : '';
  return (
    <Line
      title={<RefName to="resident" id={residentId} />}
      note={
        <>
          {unitId && <RefName to="unit" id={unitId} />} · {t(`options.channel.${channel}`)}
          {why && ` · ${why}`}
          {acknowledgedAt && ` · ${t('acknowledged', { at: dateTime(acknowledgedAt) })}`}
        </>
      }
      after={<Status {...announcementDelivery.statuses[status]}>{t(`statuses.${status}`)}</Status>}
    />
  );
}
