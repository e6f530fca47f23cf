import { contractTemplate, PLACEHOLDERS, type Placeholder } from '@lobby/shared/modules/contract-template.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../../kit/ui/detail/useRecord.ts';
import { styleClass } from '../../../theme/classes.ts';
import { ContractPaper } from '../print/ContractPaper.tsx';

const sheetClass = styleClass({
  p: '5',
  bg: '#fff',
  color: '#15191c',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  textStyle: 'sm',
});

/** Preview of a template with names in place of variables. */
export function TemplatePreview({ id }: { id: string }) {
  const { t } = useTranslation('contract-template');
  const { row } = useRecord(contractTemplate, id);
  const { text = '' } = row ?? {};
  const names = useMemo(
    () =>
      Object.fromEntries(PLACEHOLDERS.map(name => [name, `[${t(`placeholders.${name}`)}]`])) as Record<
        Placeholder,
        string
      >,
    [t],
  );
  return (
    <DetailBody>
      <div className={sheetClass()}>
        <ContractPaper text={text} words={names} />
      </div>
    </DetailBody>
  );
}
