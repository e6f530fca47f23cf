import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { upkeepYear } from '@lobby/shared/modules/maintenance.contract.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

type Upkeep = AnswerOf<typeof upkeepYear>;
type Care = Upkeep['dates'][number];
type Plan = Upkeep['plans'][number];
type Year = Upkeep['years'][number];

const partsClass = styleClass({ display: 'grid', gap: '5' });

/** Maintenance of a thing: dates, plans, and works and costs by year; live. */
export function UpkeepTab({ of, id }: { of: 'deviceId' | 'systemId' | 'assetId'; id: string }) {
  const { t } = useTranslation([maintenance.name, maintenancePlan.name]);
  const { day } = useFormats();
  const { idUnitGroup = '' } = useParams();
  const { data } = useContract<typeof upkeepYear>('/maintenance/upkeep', {
    query: { [of]: id },
    follow: maintenance.code,
  });
  if (!data) return <SkeletonRows />;
  const to = `/projects/${idUnitGroup}/${maintenancePlan.route}?tab=all`;
  const works = `/projects/${idUnitGroup}/${maintenance.route}?tab=done&${of}=${id}`;
  return (
    <DetailBody>
      <div className={partsClass()}>
        <FigureTable<Care>
          label={t('upkeep.dates')}
          rows={data.dates}
          keyOf={row => row.kind}
          columns={[
            { key: 'kind', label: t('fields.kind'), cell: row => t(`options.kind.${row.kind}`) },
            { key: 'last', label: t('upkeep.last'), figure: true, cell: row => (row.last ? day(row.last) : '–') },
            { key: 'next', label: t('upkeep.next'), figure: true, cell: row => (row.next ? day(row.next) : '–') },
          ]}
        />
        <FigureTable<Plan>
          label={t('maintenance-plan:plural')}
          rows={data.plans}
          keyOf={row => row.id}
          columns={[
            {
              key: 'plan',
              label: t('fields.planId'),
              cell: row => (
                <Link to={`${to}&id=${row.id}`}>
                  <RefName to={maintenancePlan.name} id={row.id} />
                </Link>
              ),
            },
            { key: 'kind', label: t('fields.kind'), cell: row => t(`options.kind.${row.kind}`) },
            {
              key: 'next',
              label: t('upkeep.next'),
              figure: true,
              cell: row => (row.nextDate ? day(row.nextDate) : t(`maintenance-plan:statuses.${row.status}`)),
            },
          ]}
        />
        <FigureTable<Year>
          label={t('upkeep.years')}
          rows={data.years}
          keyOf={row => row.year}
          columns={[
            {
              key: 'year',
              label: t('upkeep.year'),
              cell: ({ year }) => <Link to={`${works}&completedOn=${year}-01-01..${year}-12-31`}>{year}</Link>,
            },
            { key: 'done', label: t('upkeep.done'), as: 'number' },
            { key: 'repairs', label: t('upkeep.repairs'), as: 'number' },
            { key: 'failed', label: t('upkeep.failed'), as: 'number' },
            { key: 'cost', label: t('fields.totalCost'), as: 'money' },
          ]}
        />
      </div>
    </DetailBody>
  );
}
