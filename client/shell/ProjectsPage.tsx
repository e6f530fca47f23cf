import { chakra } from '@chakra-ui/react';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { Building2, ChevronRight, RotateCcw, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../kit/ui/controls/Button.tsx';
import { TextInput } from '../kit/ui/controls/TextInput.tsx';
import { Badge } from '../kit/ui/marks/Badge.tsx';
import { Empty } from '../kit/ui/states/EmptyState.tsx';
import { styleClass } from '../theme/classes.ts';
import type { ProjectChoice } from './head/ProjectSwitch.tsx';
import { TopBar } from './head/TopBar.tsx';
import { PersonMenu, type Reader } from './menu/PersonMenu.tsx';

interface ProjectsPageProps {
  brand: { name: string; logo?: string; logoDark?: string };
  projects: readonly (ProjectChoice & { to: string; count?: number })[];
  person: Reader;
  /** Checks whether there is a project by now. */
  onAgain: () => void;
  onSignOut: () => void;
}

const MANY = 8;

const rowClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minH: '15',
  px: '4',
  color: 'fg',
  textDecoration: 'none',
  borderBottomWidth: '1px',
  borderColor: 'border',
  _hover: { bg: 'bg.subtle' },
  '& > svg': { color: 'fg.muted' },
  '& strong': { display: 'block', fontWeight: 'semibold' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
});

/** Choice of a project, for users with several. */
export function ProjectsPage({ brand, projects, person, onAgain, onSignOut }: ProjectsPageProps) {
  const { t } = useTranslation('shell');
  const [typed, setTyped] = useState('');
  const words = fold(typed).split(/\s+/);
  const found = projects.filter(project => words.every(word => fold(project.name).includes(word)));
  return (
    <chakra.div display="flex" flexDirection="column" minH="100dvh" bg="bg">
      <TopBar brand={brand} person={<PersonMenu person={person} onSignOut={onSignOut} />} />
      {projects.length === 0 ? (
        <chakra.main display="flex" flexDirection="column" flex="1">
          <Empty
            page
            icon={Building2}
            title={t('project.none')}
            actions={
              <Button icon={RotateCcw} onClick={onAgain}>
                {t('project.again')}
              </Button>
            }
          >
            {t('project.noneText')}
          </Empty>
        </chakra.main>
      ) : (
        <chakra.main w="full" maxW="560px" mx="auto" pt={{ base: '6', md: '16' }} pb="10">
          <chakra.h1 px="4" textStyle="lg" fontWeight="semibold">
            {t('project.pick')}
          </chakra.h1>
          <chakra.p px="4" mt="1" mb="4" color="fg.muted">
            {t('project.pickText')}
          </chakra.p>
          {projects.length > MANY && (
            <chakra.div px="4" pb="3">
              <TextInput
                place="bar"
                icon={Search}
                type="search"
                aria-label={t('project.find')}
                placeholder={t('project.find')}
                value={typed}
                onChange={event => setTyped(event.target.value)}
              />
            </chakra.div>
          )}
          <chakra.ul borderTopWidth="1px" borderColor="border">
            {found.map(project => (
              <li key={project.id}>
                <Link to={project.to} className={rowClass()}>
                  <Building2 />
                  <span style={{ flex: 1, minWidth: 0 }}>
                    <strong className="cut">{project.name}</strong>
                    {project.note && <small>{project.note}</small>}
                  </span>
                  <Badge count={project.count ?? 0} label={t('menu.waiting')} />
                  <ChevronRight />
                </Link>
              </li>
            ))}
          </chakra.ul>
        </chakra.main>
      )}
    </chakra.div>
  );
}
