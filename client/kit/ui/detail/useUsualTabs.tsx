import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { moneyShape } from '@lobby/shared/kit/money.ts';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../layout/lazy-part.tsx';
import { SkeletonRows } from '../states/Skeleton.tsx';
import { ActivityTab } from './activity/ActivityTab.tsx';
import type { DetailDrawerProps, DetailTab } from './detail-props.ts';
import { FilesTab } from './info/FilesTab.tsx';
import { InfoTab } from './info/InfoTab.tsx';

// Lazy, because other records do not need it.
const MoneyInfo = lazyPart(
  async () => (await import('./money/MoneyInfo.tsx')).MoneyInfo,
  () => <SkeletonRows />,
);

/** The standard tabs of a record. */
export function useUsualTabs(
  definition: Definition,
  id: string,
  {
    parts,
    before,
    title,
    sections,
    facts,
  }: Pick<DetailDrawerProps, 'parts' | 'before' | 'title' | 'sections' | 'facts'> = {},
): DetailTab[] {
  const { t } = useTranslation('kit');
  const about = { definition, id };
  const hasFiles = Object.values(definition.fields).some(field => field.kind === 'files');
  const money = moneyShape(definition);
  const info =
    money || sections ? (
      <MoneyInfo
        {...about}
        shape={money}
        isTitled={title !== undefined}
        parts={parts}
        sections={sections}
        facts={facts}
        before={before?.(id)}
      />
    ) : (
      <InfoTab {...about} before={before?.(id)} />
    );
  return [
    { value: 'info', label: t('detail.info'), content: info },
    ...(hasFiles ? [{ value: 'files', label: t('detail.files'), content: <FilesTab {...about} /> }] : []),
    ...(answers(definition, 'activities')
      ? [{ value: 'activity', label: t('detail.activity'), content: <ActivityTab {...about} /> }]
      : []),
  ];
}
