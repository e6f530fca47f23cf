import { chakra } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../../kit/ui/marks/KeyCap.tsx';
import { styleClass } from '../../theme/classes.ts';
import { PersonMenu, type Reader } from '../menu/PersonMenu.tsx';
import { overAtom } from '../palette/open.ts';
import { LanguageMenu } from '../sign-in/LanguageMenu.tsx';
import { type ProjectChoice, ProjectSwitch } from './ProjectSwitch.tsx';

export interface HeaderProps {
  project: ProjectChoice;
  /** All projects the reader may open. */
  projects: readonly ProjectChoice[];
  onProject: (id: string) => void;
  person: Reader;
  onSignOut: () => void;
  /** Beside the project: a mark for the screens of its trade. */
  mark?: ReactNode;
  /** The notification bell. */
  bell?: ReactNode;
  /** Opens the guide. */
  help?: ReactNode;
}

const sideClass = styleClass({ display: 'flex', alignItems: 'center', gap: '2', flex: '1', minW: '0' });
const searchClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flex: '0 1 320px',
  minW: '44px',
  h: 'control',
  px: '2.5',
  bg: 'bg.subtle',
  color: 'fg.subtle',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  borderRadius: 'md',
  textAlign: 'start',
  _hover: { bg: 'bg.muted' },
  '& > svg': { flex: 'none' },
  '& > span': { flex: '1', minW: '0' },
});

/** The top bar: project, search, language, user. */
export function Header({ project, projects, onProject, person, onSignOut, mark, bell, help }: HeaderProps) {
  const { t } = useTranslation('shell');
  const open = useSetAtom(overAtom);
  return (
    <chakra.header
      display="flex"
      alignItems="center"
      gap="2"
      flex="none"
      h="12"
      ps="4"
      pe="2"
      bg="bg"
      borderBottomWidth="1px"
      borderColor="border"
    >
      <div className={sideClass()}>
        <ProjectSwitch project={project} projects={projects} onProject={onProject} />
        {mark}
      </div>
      <button
        type="button"
        className={searchClass()}
        aria-haspopup="dialog"
        aria-keyshortcuts="Shift+F Control+K"
        onClick={() => open('palette')}
      >
        <Search size={14} />
        <span className="cut">{t('palette.open')}</span>
        <KeyCap keys="Shift F" />
      </button>
      {/* The user is never cut; the search shrinks instead. */}
      <chakra.div className={sideClass()} justifyContent="flex-end" minW="max-content">
        {help}
        {bell}
        <LanguageMenu short />
        <PersonMenu person={person} projectId={project.id} onSignOut={onSignOut} />
      </chakra.div>
    </chakra.header>
  );
}
