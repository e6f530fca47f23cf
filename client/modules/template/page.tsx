import { template } from '@lobby/shared/modules/template.ts';
import { useTranslation } from 'react-i18next';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { PreviewTab } from './PreviewTab.tsx';
import { RevisionsTab } from './RevisionsTab.tsx';
import { TemplateFields } from './TemplateFields.tsx';
import { TemplateGrid } from './TemplateGrid.tsx';

const FORM = {
  size: 'wide' as const,
  fields: [
    'purpose',
    'channel',
    'language',
    'name',
    'subject',
    'body',
    'text',
    'attachPdf',
    'accents',
    'note',
  ] as const,
  children: <TemplateFields />,
};
const WIDTHS = {
  name: 280,
  purpose: 180,
  channel: 96,
  language: 120,
  active: 108,
  revision: 80,
  attachPdf: 108,
  lastUsedAt: 148,
  usedCount: 108,
  accents: 120,
  updatedAt: 148,
};

/** Message templates by purpose, channel and language. */
export function Component() {
  const { t } = useTranslation('template');
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'list', label: t('parts.list'), content: <TemplateList /> },
        { value: 'grid', label: t('parts.grid'), content: <TemplateGrid /> },
      ]}
    />
  );
}

function TemplateList() {
  const { t } = useTranslation('template');
  return (
    <RecordsPage
      definition={template}
      widths={WIDTHS}
      form={FORM}
      detail={{
        extraTabs: id => [
          { value: 'preview', label: t('preview.tab'), content: <PreviewTab id={id} /> },
          {
            value: 'revisions',
            label: t('revisions.tab'),
            content: <RevisionsTab definition={template} id={id} worded />,
          },
        ],
      }}
    />
  );
}
