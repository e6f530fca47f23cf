import { handoverStatistic } from '@lobby/shared/modules/handover-statistic.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { styleClass } from '../../theme/classes.ts';
import { FloorMap, MapLegend } from '../handover-unit/index.ts';
import type { Line } from './lines.ts';

const mapClass = styleClass({
  flex: 'none',
  overflowX: 'auto',
  px: '4',
  pb: '3',
  '& h2': { textStyle: 'sm', fontWeight: 'semibold', py: '2', m: '0' },
});
const STATUSES = Object.keys(handoverUnit.statuses) as (keyof typeof handoverUnit.statuses)[];

/** Units by floor, coloured by status, with the number of open defects. */
export function UnitMap({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation(handoverStatistic.name);
  const { idUnitGroup = '' } = useParams();
  const floors = [...Map.groupBy(lines, ({ key }) => key)];
  if (floors.length === 0) return null;
  return (
    <section className={mapClass()}>
      <h2>{t('figures.heatMap')}</h2>
      <MapLegend />
      <FloorMap
        floors={floors.map(([id, units]) => ({
          id,
          name: <RefName to="floor" id={id} />,
          units: units.map(({ name, link, values }) => ({
            to: `/projects/${idUnitGroup}/${link}`,
            code: name,
            status: STATUSES[values.status ?? 0] ?? 'WAITING_HANDOVER',
            openDefects: values.openDefects ?? 0,
          })),
        }))}
      />
    </section>
  );
}
