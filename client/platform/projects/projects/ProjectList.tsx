import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { useAtomValue } from 'jotai';
import { Building2, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { projectIdAtom } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { NewBuilding } from './NewBuilding.tsx';
import { useProjects } from './useProjects.ts';

const NUMBERS = ['blocks', 'units', 'residents', 'staff'] as const;

const screenClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minH: '0',
  minW: '0',
  overflow: 'auto',
  '& > header': { display: 'flex', alignItems: 'center', gap: '2', flex: 'none', minH: '13', px: '4' },
  '& > header > h1': { flex: '1', textStyle: 'lg', fontWeight: 'semibold', minW: '0' },
  '& > p': { m: '0', px: '4', pb: '3', textStyle: 'sm', color: 'fg.muted' },
  '& > ul': { listStyle: 'none', m: '0', p: '0', borderTopWidth: '1px', borderColor: 'border' },
});
const rowClass = styleClass({
  display: 'flex',
  flexWrap: { base: 'wrap', md: 'nowrap' },
  alignItems: 'center',
  columnGap: '3',
  rowGap: '1',
  minH: '15',
  px: '4',
  py: '2',
  color: 'fg',
  textDecoration: 'none',
  borderBottomWidth: '1px',
  borderColor: 'border',
  _hover: { bg: 'bg.subtle' },
  '& > svg': { flex: 'none', color: 'fg.muted' },
  '& > img': { borderRadius: '25%', flex: 'none' },
  '& > div': { flex: '1', minW: '0' },
  '& strong': { fontWeight: 'semibold', me: '2' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
  '& > [data-numbers]': {
    display: 'flex',
    flexBasis: { base: '100%', md: 'auto' },
    order: { base: '1', md: '0' },
    ps: { base: '7', md: '0' },
    columnGap: { base: '4', md: '6' },
    flexWrap: 'wrap',
    m: '0',
    textStyle: 'sm',
    fontFamily: 'figures',
    '& > span': { textAlign: { md: 'end' }, whiteSpace: 'nowrap', minW: { md: '16' } },
  },
});

/** The user's projects with key figures, and creation of a new one from the open project. */
export function ProjectList() {
  const { t } = useTranslation('unit-group');
  const { number } = useFormats();
  const here = useAtomValue(projectIdAtom);
  const { data: rows, error, again } = useProjects();
  const may = useCan(unitGroup.code, 'write');
  const [founding, setFounding] = useState(false);
  return (
    <div className={screenClass()}>
      <header>
        <h1>{t('title')}</h1>
        {may && (
          <Button look="filled" icon={Plus} onClick={() => setFounding(true)}>
            {t('new.open')}
          </Button>
        )}
      </header>
      <p>{t('listText')}</p>
      {rows ? (
        <ul>
          {rows.map(row => (
            <li key={row.id}>
              <Link className={rowClass()} to={`/projects/${row.id}/${unitGroup.route}?part=general`} title={t('open')}>
                {row.logo ? <img src={row.logo} alt="" width={28} height={28} /> : <Building2 size={20} />}
                <div>
                  <strong>{row.name}</strong>
                  <small>{row.code}</small> {row.id === here && <Status tone="going">{t('here')}</Status>}
                  <br />
                  <small>{[row.type && t(`options.type.${row.type}`), row.address].filter(Boolean).join(' · ')}</small>
                </div>
                <span data-numbers="">
                  {NUMBERS.map(name => (
                    <span key={name}>
                      {t(`numbers.${name}`, { count: row[name] }).replace(String(row[name]), number(row[name]))}
                    </span>
                  ))}
                </span>
                <ChevronRight size={16} />
              </Link>
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState title={t('loadFailed')} onRetry={() => void again()} />
      ) : (
        <SkeletonRows />
      )}
      <NewBuilding
        open={founding}
        template={rows?.find(row => row.id === here)?.name ?? ''}
        onClose={() => setFounding(false)}
      />
    </div>
  );
}
