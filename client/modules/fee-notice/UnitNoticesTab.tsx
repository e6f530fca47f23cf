import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';

const MOST = 24;

export function UnitNoticesTab({ id }: { id: string }) {
  const { t } = useTranslation('fee-notice');
  const { idUnitGroup = '' } = useParams();
  const notices = `/projects/${idUnitGroup}/${feeNotice.route}?tab=all`;
  return (
    <RelatedRecords
      view={useRelatedRecords(feeNotice, 'unitId', id, MOST)}
      most={MOST}
      icon={Mail}
      none={t('few.none')}
      all={{ to: `${notices}&unitId=${id}`, label: t('few.all') }}
    >
      {noticeId => <NoticeLine key={noticeId} id={noticeId} to={`${notices}&id=${noticeId}`} />}
    </RelatedRecords>
  );
}

function NoticeLine({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation('fee-notice');
  const { money, day } = useFormats();
  const row = useHeldRow(feeNotice, id);
  return (
    <Line
      to={to}
      title={day(row.feeMonth ?? row.month ?? '')}
      note={
        <>
          {row.code} · {t(`statuses.${row.status}`)}
          {row.dueDate && ` · ${t('fields.dueDate')} ${day(row.dueDate)}`}
        </>
      }
      after={money(row.totalPayment ?? 0)}
    />
  );
}
