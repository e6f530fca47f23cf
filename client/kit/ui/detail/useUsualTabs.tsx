import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { ActivityTab } from './ActivityTab.tsx';
import type { DetailTab } from './detail-props.ts';
import { FilesTab } from './FilesTab.tsx';
import { InfoTab } from './InfoTab.tsx';

/** The tabs of a record of which nothing special is known. */
export function useUsualTabs(definition: Definition, id: string): DetailTab[] {
  const { t } = useTranslation('kit');
  const about = { definition, id };
  const hasFiles = Object.values(definition.fields).some(field => field.kind === 'files');
  return [
    { value: 'info', label: t('detail.info'), content: <InfoTab {...about} /> },
    ...(hasFiles ? [{ value: 'files', label: t('detail.files'), content: <FilesTab {...about} /> }] : []),
    ...(answers(definition, 'activities')
      ? [{ value: 'activity', label: t('detail.activity'), content: <ActivityTab {...about} /> }]
      : []),
  ];
}
