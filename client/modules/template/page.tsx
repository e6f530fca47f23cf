import { type TemplateRow, template } from '@lobby/shared/modules/template.ts';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../kit/live/useQuery.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { Preview } from './Preview.tsx';
import { TemplateFields } from './TemplateFields.tsx';
import { VersionsTab } from './VersionsTab.tsx';

const FORM = {
  size: 'wide' as const,
  fields: ['name', 'kind', 'channel', 'language', 'subject', 'content'],
  children: <TemplateFields />,
};
const WIDTHS = {
  name: 240,
  kind: 148,
  channel: 96,
  language: 120,
  subject: 280,
  edition: 96,
  updatedAt: 148,
  status: 132,
};

function PreviewTab({ id }: { id: string }) {
  const { data } = useQuery<TemplateRow>(`${template.path}/${id}`, { follow: template.code });
  if (!data) return <SkeletonRows />;
  return (
    <DetailBody>
      <Preview words={{ ...data, subject: data.subject ?? '' }} />
    </DetailBody>
  );
}

/** The words of the project's notices, by kind, channel and language. */
export function Component() {
  const { t } = useTranslation('template');
  return (
    <RecordsPage
      definition={template}
      widths={WIDTHS}
      hidden={['createdAt']}
      form={FORM}
      detail={{
        extraTabs: id => [
          { value: 'preview', label: t('preview.tab'), content: <PreviewTab id={id} /> },
          { value: 'versions', label: t('versions.tab'), content: <VersionsTab id={id} /> },
        ],
      }}
    />
  );
}
