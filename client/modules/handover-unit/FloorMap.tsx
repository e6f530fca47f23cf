import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { styleClass } from '../../theme/classes.ts';

const mapClass = styleClass({
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

/** Units floor by floor in the colours of their statuses, with how many defects are open in each. */
export function FloorMap({ floors }: { floors: readonly MapFloor[] }) {
  const { t } = useTranslation(handoverUnit.name);
  return (
    <div className={mapClass()}>
      {floors.map(({ id, name, units }) => (
        <div key={id} data-floor="">
          <span>{name}</span>
          <ol>
            {units.map(({ to, code, status, openDefects, late }) => (
              <li key={to}>
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
