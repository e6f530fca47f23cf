import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import type { Places } from './usePlaces.ts';

const listClass = styleClass({
  // Narrower screens use the two selects above the matrix.
  display: { base: 'none', xl: 'block' },
  flex: 'none',
  w: '208px',
  overflow: 'auto',
  py: '2',
  bg: 'bg.subtle',
  borderInlineEndWidth: '1px',
  borderColor: 'border',
  '& h2': { px: '4', pt: '3', pb: '1', textStyle: 'xs', fontWeight: 'semibold', color: 'fg.muted' },
  '& ul': { listStyle: 'none', m: '0', px: '2', py: '0' },
  '& button': {
    w: 'full',
    minH: '8',
    px: '2',
    borderRadius: 'md',
    textAlign: 'start',
    textStyle: 'sm',
    _hover: { bg: 'bg.muted' },
  },
  '& button[aria-current=true]': {
    bg: 'bg.emphasized',
    fontWeight: 'semibold',
    boxShadow: 'inset 2px 0 {colors.accent.solid}',
  },
});

interface PlaceListProps {
  places: Places;
  positionId: string;
  onPosition: (id: string) => void;
}

/** Positions by department, to switch between them. */
export function PlaceList({ places: { departments, positions }, positionId, onPosition }: PlaceListProps) {
  const { t } = useTranslation('authorization');
  return (
    <nav className={listClass()} aria-label={t('places')}>
      {departments.map(department => {
        const ofDepartment = positions.filter(position => position.departmentId === department.id);
        if (ofDepartment.length === 0) return null;
        return (
          <section key={department.id}>
            <h2 className="cut">{department.name}</h2>
            <ul>
              {ofDepartment.map(({ id, name }) => (
                <li key={id}>
                  <button type="button" aria-current={id === positionId} onClick={() => onPosition(id)}>
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}
