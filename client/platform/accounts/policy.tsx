import { chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '../../app/project/useBrand.ts';
import { Frame } from './Frame.tsx';

const PARTS = {
  terms: ['service', 'account', 'use', 'content', 'availability', 'end'],
  privacy: ['what', 'why', 'who', 'protection', 'keeping', 'rights', 'browser', 'contact'],
} as const;

/** Terms of use and privacy policy; public. */
export function Component() {
  const { t } = useTranslation('policy');
  const { name, support } = useBrand();
  return (
    <Frame title={t('title')}>
      <chakra.p color="fg.muted" mb="6">
        {t('lead', { brand: name })}
      </chakra.p>
      {(['terms', 'privacy'] as const).map(half => (
        <chakra.section key={half} id={half} borderTopWidth="1px" borderColor="border" py="6">
          <chakra.h2 textStyle="lg" fontWeight="semibold" mb="4">
            {t(`${half}.title`)}
          </chakra.h2>
          {PARTS[half].map(part => (
            <chakra.div key={part} mb="5">
              <chakra.h3 textStyle="md" fontWeight="semibold" mb="1">
                {t(`${half}.${part}.title`)}
              </chakra.h3>
              <chakra.p textStyle="md">{t(`${half}.${part}.text`, { brand: name })}</chakra.p>
            </chakra.div>
          ))}
        </chakra.section>
      ))}
      {support && <chakra.p color="fg.muted">{t('support', { contact: support })}</chakra.p>}
    </Frame>
  );
}
