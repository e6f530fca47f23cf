import { Building2, Check, ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOtherBadges } from '../../kit/live/other-badges.ts';
import { findItems } from '../../kit/ui/controls/finder.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { Popover } from '../../kit/ui/overlay/Popover.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

const Finder = lazyPart(async () => (await import('../../kit/ui/controls/Finder.tsx')).Finder, PartSkeleton);

const switchClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minW: '0',
  minH: 'control',
  px: '2',
  ms: '-2',
  borderRadius: 'md',
  '& svg': { color: 'fg.muted', flex: 'none' },
  '& strong': { fontWeight: 'semibold' },
  // The counts give way before the name does.
  '& small': {
    flexShrink: '1000',
    minW: '0',
    textStyle: 'sm',
    color: 'fg.muted',
    '@media (max-width: 899px)': { display: 'none' },
  },
  '&:is(button):hover, &[aria-expanded=true]': { bg: 'bg.muted' },
});
const boxClass = styleClass({ display: 'flex', flexDirection: 'column', w: '360px', maxH: '420px' });

export interface ProjectChoice {
  id: string;
  name: string;
  /** "4 block · 2.016 căn". */
  note?: string;
}

interface ProjectSwitchProps {
  project: ProjectChoice;
  projects: readonly ProjectChoice[];
  onProject: (id: string) => void;
}

/** The current project, with the others and their badge counts in a menu. */
export function ProjectSwitch({ project, projects, onProject }: ProjectSwitchProps) {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const name = (
    <>
      <Building2 />
      <strong className="cut">{project.name}</strong>
      {project.note && <small className="cut">{project.note}</small>}
    </>
  );
  if (projects.length < 2) return <span className={switchClass()}>{name}</span>;
  return (
    <Popover
      flush
      open={open}
      onOpenChange={setOpen}
      label={t('project.switch')}
      trigger={
        <button type="button" className={switchClass()} title={t('project.switch')}>
          {name}
          <ChevronsUpDown size={14} />
        </button>
      }
    >
      <div className={boxClass()}>
        <Projects project={project} projects={projects} onProject={onProject} onClose={() => setOpen(false)} />
      </div>
    </Popover>
  );
}

function Projects({ project, projects, onProject, onClose }: ProjectSwitchProps & { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const [typed, setTyped] = useState('');
  const others = projects.filter(({ id }) => id !== project.id).map(({ id }) => id);
  const counts = useOtherBadges(others, true);
  const items = projects.map(({ id, name, note }) => ({
    key: id,
    label: name,
    note,
    icon: id === project.id ? Check : Building2,
    count: id === project.id ? 0 : (counts[id] ?? 0),
    onTake: () => onProject(id),
  }));
  const found = findItems(items, typed);
  return (
    <Finder
      label={t('project.find')}
      typed={typed}
      onTyped={setTyped}
      groups={[{ key: 'projects', items: found }]}
      empty={t('palette.nothing')}
      count={t('palette.found', { count: found.length })}
      onRun={item => {
        onClose();
        item.onTake();
      }}
    />
  );
}
