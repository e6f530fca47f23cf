import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { syncRunRows } from '@lobby/shared/modules/sync-run.contract.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

type Tried = AnswerOf<typeof syncRunRows>['rows'][number];

const saidClass = styleClass({ '& small': { display: 'block', color: 'fg.muted', whiteSpace: 'normal' } });

/** Documents of a run with their results, unsent ones first. */
export function RunRowsTab({ id }: { id: string }) {
  const { t } = useTranslation([syncRun.name, syncReceipt.name, 'kit']);
  const { money } = useFormats();
  const { idUnitGroup = '' } = useParams();
  const phone = usePhone();
  const { data } = useContract<typeof syncRunRows>('/accounting-sync/run/:id/rows', {
    params: { id },
    follow: syncReceipt.code,
    delay: 1000,
  });
  if (!data) return <SkeletonRows />;
  const place = `/projects/${idUnitGroup}/${syncReceipt.route}?tab=all`;
  const outcomeOf = ({ status, foreignCode, errorCode, errorText }: Tried) => {
    const { tone, icon } = syncReceipt.statuses[status];
    return (
      <span className={saidClass()}>
        <Status tone={tone} icon={icon}>
          {t([`sync-receipt:statuses.${status}`, `kit:statuses.${status}`])}
        </Status>
        {errorCode ? (
          <small>{errorText || t(`sync-receipt:options.errorCode.${errorCode}`)}</small>
        ) : (
          foreignCode && <small>{foreignCode}</small>
        )}
      </span>
    );
  };
  return (
    <DetailBody>
      {data.count === 0 && <p>{t('rows.none')}</p>}
      <FigureTable
        label={t('rows.tab')}
        rows={data.rows}
        keyOf={row => row.id}
        columns={[
          {
            key: 'document',
            label: t('sync-receipt:fields.documentCode'),
            cell: row => (
              <span className={saidClass()}>
                <Link to={`${place}&id=${row.id}`}>{row.documentCode ?? '–'}</Link>
                <small>{t(`sync-receipt:options.documentKind.${row.documentKind}`)}</small>
                {phone && outcomeOf(row)}
              </span>
            ),
          },
          ...(phone ? [] : [{ key: 'said', label: t('rows.said'), cell: outcomeOf }]),
          {
            key: 'amount',
            label: t('sync-receipt:fields.amount'),
            figure: true,
            cell: row => money(Number(row.amount)),
          },
        ]}
      />
      {data.count > data.rows.length && <p>{t('rows.more', { count: data.count - data.rows.length })}</p>}
    </DetailBody>
  );
}
