import type { Language } from '@lobby/shared/kit/languages.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import type { noticePages } from '@lobby/shared/modules/fee-notice.contract.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { FileDown, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { LANGUAGE_NAMES } from '../../../kit/i18n/i18n.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useRows } from '../../../kit/live/useRows.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { useExport } from '../../../kit/ui/list/export/useExport.ts';
import { DrawnPages } from '../../../kit/ui/paper/DrawnPages.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';

const barClass = styleClass({ display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'center', pb: '3' });

const asksClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))',
  gap: '3',
  pb: '3',
});

/** Printed notice, optionally in another language or template. */
export function PrintTab({ id }: { id: string }) {
  const { t } = useTranslation('fee-notice');
  const { busy, save } = useExport();
  const navigate = useNavigate();
  const { idUnitGroup } = useParams();
  const [language, setLanguage] = useState<Language | ''>('');
  const [reportTemplateId, setTemplate] = useState('');
  const mayChoose = useCan(reportTemplate.code, 'read');
  const { data: templates } = useRows(mayChoose && reportTemplate, {
    filter: { documentType: { in: ['FEE_NOTICE'] } },
    limit: 100,
  });
  const query = { ...(language && { language }), ...(reportTemplateId && { reportTemplateId }) };
  const { data, error } = useContract<typeof noticePages>('/fee-notice/pages', {
    query: { ids: [id], ...query },
    follow: feeNotice.code,
    delay: 500,
  });
  return (
    <DetailBody>
      <div className={barClass()}>
        <Button icon={Printer} onClick={() => void navigate(`/print/${idUnitGroup}/fee-notice/${id}`)}>
          {t('paper.open')}
        </Button>
        <Button
          icon={FileDown}
          busy={busy}
          onClick={() => save(`${feeNotice.path}/${id}/pdf`, { ...scopeNow(), query })}
        >
          {t('paper.pdf')}
        </Button>
      </div>
      <div className={asksClass()}>
        <Field label={t('paper.language')}>
          <Select
            value={language}
            onChange={event => setLanguage(LANGUAGES.find(name => name === event.target.value) ?? '')}
            choices={[
              { value: '', label: t('paper.byTemplate') },
              ...LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] })),
            ]}
          />
        </Field>
        {templates && templates.length > 1 && (
          <Field label={t('paper.template')}>
            <Select
              value={reportTemplateId}
              onChange={event => setTemplate(event.target.value)}
              choices={[
                { value: '', label: t('paper.usual') },
                ...templates.map(template => ({ value: template.id, label: template.name })),
              ]}
            />
          </Field>
        )}
      </div>
      <Refused error={error?.message} code={error?.code} />
      {!data && !error && <SkeletonRows />}
      {data && <DrawnPages pages={data.pages} label={n => t('paper.page', { n })} />}
    </DetailBody>
  );
}
