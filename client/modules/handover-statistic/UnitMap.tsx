import { handoverStatistic } from '@lobby/shared/modules/handover-statistic.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { styleClass } from '../../theme/classes.ts';
import type { Line } from './lines.ts';

const mapClass = styleClass({
  flex: 'none',
  overflowX: 'auto',
  px: '4',
  pb: '3',
  '& h2': { textStyle: 'sm', fontWeight: 'semibold', py: '2', m: '0' },
  '& ol': { listStyle: 'none', p: '0', m: '0', display: 'flex', gap: '1', flexWrap: 'wrap' },
  '& [data-floor]': { display: 'grid', gridTemplateColumns: '72px 1fr', alignItems: 'center', gap: '2', py: '0.5' },
  '& [data-floor] > span': { textStyle: 'xs', color: 'fg.muted' },
  '& a': {
    display: 'block',
    minW: '16',
    px: '2',
    py: '1',
    borderRadius: 'sm',
    textStyle: 'xs',
    textAlign: 'center',
    textDecoration: 'none',
  },
  '& a[data-tone=waiting]': { bg: 'waiting.subtle', color: 'waiting.fg' },
  '& a[data-tone=going]': { bg: 'going.subtle', color: 'going.fg' },
  '& a[data-tone=done]': { bg: 'done.subtle', color: 'done.fg' },
});
const STATUSES = Object.entries(handoverUnit.statuses);

/** The units floor by floor in the colours of their statuses, with how many defects are open in each. */
export function UnitMap({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation([handoverStatistic.name, handoverUnit.name]);
  const { idUnitGroup = '' } = useParams();
  const floors = [...Map.groupBy(lines, ({ key }) => key)];
  if (floors.length === 0) return null;
  return (
    <section className={mapClass()}>
      <h2>{t('figures.heatMap')}</h2>
      {floors.map(([floorId, units]) => (
        <div key={floorId} data-floor="">
          <span>
            <RefName to="floor" id={floorId} />
          </span>
          <ol>
            {units.map(({ name, link, values }) => {
              const [status = '', { tone } = { tone: 'waiting' }] = STATUSES[values.status ?? 0] ?? [];
              const defects = values.openDefects ?? 0;
              return (
                <li key={link}>
                  <Link
                    to={`/projects/${idUnitGroup}/${link}`}
                    data-tone={tone}
                    title={t(`${handoverUnit.name}:statuses.${status}`)}
                  >
                    {name}
                    {defects > 0 && ` · ${defects}`}
                  </Link>
                </li>
              );
            })}
          </ol>
        </div>
      ))}
    </section>
  );
}
