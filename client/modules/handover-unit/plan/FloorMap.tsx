import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { styleClass } from '../../../theme/classes.ts';

const mapClass = styleClass({
  overflowX: 'auto',
  '& ol': { listStyle: 'none', p: '0', m: '0', display: 'grid', gap: '1' },
  '& [data-floor]': {
    display: 'grid',
    gridTemplateColumns: { base: '40px max-content', md: '72px max-content' },
    alignItems: 'center',
    gap: '2',
    py: '0.5',
  },
  // The floor stays visible while scrolling.
  '& [data-floor] > span': {
    position: 'sticky',
    insetInlineStart: '0',
    alignSelf: 'stretch',
    py: '1',
    bg: 'bg',
    textStyle: 'xs',
    color: 'fg.muted',
  },
  '& a': {
    display: 'block',
    whiteSpace: 'nowrap',
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
  '& a[data-late]': { boxShadow: 'inset 0 0 0 1px {colors.bad.solid}' },
});

export interface MapUnit {
  to: string;
  code: string | null;
  status: keyof typeof handoverUnit.statuses;
  openDefects: number;
  late?: boolean;
}
interface MapFloor {
  id: string;
  name: ReactNode;
  units: readonly MapUnit[];
}

/** Number of a flat on its floor, from the end of its code; flats above each other share a column. */
const stackOf = (code: string | null): number => Number(/(\d+)\D*$/.exec(code ?? '')?.[1] ?? 0);

/** Units by floor, coloured by status, with the number of open defects. */
export function FloorMap({ floors }: { floors: readonly MapFloor[] }) {
  const { t } = useTranslation(handoverUnit.name);
  const codes = floors.flatMap(({ units }) => units.map(({ code }) => stackOf(code)));
  const stacks = [...new Set(codes)].toSorted((a, b) => a - b);
  return (
    <div className={mapClass()}>
      {floors.map(({ id, name, units }) => (
        <div key={id} data-floor="">
          <span>{name}</span>
          <ol style={{ gridTemplateColumns: `repeat(${stacks.length}, 84px)` }}>
            {units.map(({ to, code, status, openDefects, late }) => (
              <li key={to} style={{ gridColumn: stacks.indexOf(stackOf(code)) + 1 }}>
                <Link
                  to={to}
                  data-tone={handoverUnit.statuses[status].tone}
                  data-late={late || undefined}
                  title={[
                    t(`statuses.${status}`),
                    late && t('marks.late'),
                    openDefects > 0 && t('plan.defects', { count: openDefects }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                >
                  {code}
                  {openDefects > 0 && ` · ${openDefects}`}
                </Link>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}

const legendClass = styleClass({
  listStyle: 'none',
  m: '0',
  p: '0',
  pb: '2',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
});

/** Legend of the map, optionally with counts. */
export function MapLegend({ count }: { count?: (status: string) => ReactNode }) {
  const { t } = useTranslation(handoverUnit.name);
  return (
    <ul className={legendClass()}>
      {Object.entries(handoverUnit.statuses).map(([status, { tone, icon }]) => (
        <li key={status}>
          <Status tone={tone} icon={icon}>
            {t(`statuses.${status}`)}
          </Status>
          {count?.(status)}
        </li>
      ))}
    </ul>
  );
}
