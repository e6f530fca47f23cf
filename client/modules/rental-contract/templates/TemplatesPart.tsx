import { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../../kit/ui/detail/drawer/DetailDrawer.tsx';
import type { DetailNav } from '../../../kit/ui/detail/drawer/nav.ts';
import { useUsualTabs } from '../../../kit/ui/detail/useUsualTabs.tsx';
import { FormDialog } from '../../../kit/ui/form/FormDialog.tsx';
import { ListPage } from '../../../kit/ui/list/ListPage.tsx';
import { TEMPLATE_FIELDS, TemplateFields } from './TemplateFields.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';

const WIDTHS = { name: 280, note: 320, language: 120, active: 96 };
const FORM = { fields: TEMPLATE_FIELDS, size: 'wide', children: <TemplateFields /> } as const;

export function TemplatesPart() {
  const { t } = useTranslation('contract-template');
  const [creating, setCreating] = useState(false);
  const close = () => setCreating(false);
  return (
    <>
      <ListPage
        widths={WIDTHS}
        definition={contractTemplate}
        onCreate={() => setCreating(true)}
        createLabel={t('actions.create')}
        drawer={(id, nav) => <TemplateDrawer id={id} nav={nav} />}
      />
      {creating && <FormDialog open {...FORM} definition={contractTemplate} onSaved={close} onCancel={close} />}
    </>
  );
}

function TemplateDrawer({ id, nav }: { id: string; nav: DetailNav }) {
  const { t } = useTranslation('contract-template');
  const usual = useUsualTabs(contractTemplate, id).filter(({ value }) => value !== 'info');
  return (
    <DetailDrawer
      definition={contractTemplate}
      id={id}
      nav={nav}
      form={FORM}
      tabs={[{ value: 'preview', label: t('preview'), content: <TemplatePreview id={id} /> }, ...usual]}
    />
  );
}
