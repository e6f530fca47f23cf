import { hotline } from '@lobby/shared/modules/hotline.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useCan } from '../../kit/session/permissions.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { TabPanel, Tabs } from '../../kit/ui/layout/Tabs.tsx';
import { styleClass } from '../../theme/classes.ts';
import { LookPart } from './look/LookPart.tsx';
import { ProjectList } from './projects/ProjectList.tsx';
import { ReceptionPart } from './reception/ReceptionPart.tsx';
import { receptionSource } from './reception/reception.ts';
import { useReceptionLabel } from './reception/useReceptionLabel.ts';
import { SendingPart } from './sending/SendingPart.tsx';
import { sendingSource } from './sending/sending.ts';
import { type Editing, useEditing } from './settings/editing.ts';
import { PartFrame } from './settings/PartFrame.tsx';
import { FeaturesPart, GeneralPart, RulesPart } from './settings/SettingsParts.tsx';
import { type Known, settingsSource } from './settings/settings.ts';

// Lazy parts; the hotlines are a list of records.
const HotlinesPart = lazyPart(async () => (await import('../../modules/hotline/index.ts')).HotlinesPart);
const MaintenancePart = lazyPart(async () => (await import('./settings/MaintenancePart.tsx')).MaintenancePart);
const WordsPart = lazyPart(async () => (await import('./words/WordsPart.tsx')).WordsPart);

const headClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flex: 'none',
  minH: '13',
  px: '4',
  '& > a': { display: 'inline-flex', p: '1', color: 'fg.muted', borderRadius: 'sm', _hover: { color: 'fg' } },
  '& > h1': { textStyle: 'lg', fontWeight: 'semibold', minW: '0' },
  '& > small': { textStyle: 'sm', color: 'fg.muted' },
});
const pageClass = styleClass({ display: 'flex', flexDirection: 'column', flex: '1', minH: '0', minW: '0' });

/** The user's projects, or the settings of one. */
export function Component() {
  const [params] = useSearchParams();
  // Users who may only edit hotlines see nothing else.
  if (!useCan(unitGroup.code, 'read')) return <HotlinesPart />;
  return params.has('part') ? <ProjectPage /> : <ProjectList />;
}

function Reception({ locked }: { locked: boolean }) {
  const label = useReceptionLabel();
  const editing = useEditing(receptionSource);
  return (
    <PartFrame editing={editing as unknown as Editing} words="reception.fields" label={label} locked={() => locked}>
      <ReceptionPart editions={editing.setting?.extra} />
    </PartFrame>
  );
}

function Sending({ locked }: { locked: boolean }) {
  const { t } = useTranslation('unit-group');
  const editing = useEditing(sendingSource);
  const label = (name: string) => {
    const [group = ''] = name.split('.');
    return t(`sending.fields.${group}`);
  };
  return (
    <PartFrame editing={editing as unknown as Editing} words="sending.fields" label={label} locked={() => locked}>
      <SendingPart keys={editing.setting?.extra} version={editing.setting?.version ?? 1} />
    </PartFrame>
  );
}

function ProjectPage() {
  const { t } = useTranslation('unit-group');
  const panel = useId();
  const [params, setParams] = useSearchParams();
  // Shared by three parts, because they are one record and saved together.
  const editing = useEditing<Known>(settingsSource);
  const [info, status] = [useCan(unitGroup.code, 'updateInfo'), useCan(unitGroup.code, 'updateStatus')];
  const numbers = useCan(hotline.code, 'read');
  const keeper = editing.setting?.extra.keeper ?? false;
  const locked = (name: string) =>
    name === 'serviceEndsOn' ? !keeper : name.startsWith('features.') ? !status : !info;
  const label = (name: string) => t(name.startsWith('features.') ? `${name}.name` : `fields.${name}`);
  const settings = (content: ReactNode) => (
    <PartFrame editing={editing as unknown as Editing} words="fields" label={label} locked={locked}>
      {content}
    </PartFrame>
  );
  const parts = [
    { value: 'general', content: () => settings(<GeneralPart />) },
    { value: 'rules', content: () => settings(<RulesPart />) },
    ...(numbers ? [{ value: 'hotlines', content: () => <HotlinesPart /> }] : []),
    { value: 'reception', content: () => <Reception locked={!info} /> },
    { value: 'sending', content: () => <Sending locked={!info} /> },
    { value: 'features', content: () => settings(<FeaturesPart />) },
    { value: 'words', content: () => <WordsPart /> },
    { value: 'look', content: () => <LookPart /> },
    ...(keeper ? [{ value: 'maintenance', content: () => <MaintenancePart /> }] : []),
  ].map(part => ({ ...part, label: t(`parts.${part.value}`) }));
  const shown = parts.find(({ value }) => value === params.get('part')) ?? parts[0];
  if (!shown) return null;
  return (
    <div className={pageClass()}>
      <header className={headClass()}>
        <Link to="?" aria-label={t('all')} title={t('all')}>
          <ArrowLeft size={16} />
        </Link>
        <h1 className="cut">{String(editing.setting?.values.name ?? '')}</h1>
        <small>{String(editing.setting?.values.code ?? '')}</small>
      </header>
      <Tabs
        label={t('title')}
        tabs={parts}
        value={shown.value}
        panel={panel}
        onChange={value => setParams({ part: value })}
      />
      <TabPanel key={shown.value} id={panel} value={shown.value}>
        {shown.content()}
      </TabPanel>
    </div>
  );
}
