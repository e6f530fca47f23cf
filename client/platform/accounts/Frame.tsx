import { chakra } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useBrand } from '../../app/project/useBrand.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { TopBar } from '../../shell/head/TopBar.tsx';

/** Frame of a page outside the projects, with the white label and a back button. */
export function Frame({ title, person, children }: { title: ReactNode; person?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('common');
  const brand = useBrand();
  const navigate = useNavigate();
  // Opened directly: there is no page to go back to.
  const first = useLocation().key === 'default';
  return (
    <chakra.div display="flex" flexDirection="column" minH="100dvh" bg="bg">
      <TopBar
        brand={brand}
        person={person}
        back={
          <IconButton
            icon={ArrowLeft}
            label={t('act.back')}
            onClick={() => void (first ? navigate('/') : navigate(-1))}
          />
        }
      />
      <chakra.main w="full" maxW="720px" mx="auto" px="4" pt={{ base: '6', md: '10' }} pb="16">
        <chakra.h1 textStyle="lg" fontWeight="semibold" mb="6">
          {title}
        </chakra.h1>
        {children}
      </chakra.main>
    </chakra.div>
  );
}

interface SectionProps {
  title: ReactNode;
  note?: ReactNode;
  /** Fragment of the address that scrolls to it, e.g. `/profile#password`. */
  anchor?: string;
  children: ReactNode;
}

/** A section of an account page, set off by a line. */
export function Section({ title, note, anchor, children }: SectionProps) {
  const { hash } = useLocation();
  const part = useRef<HTMLElement>(null);
  const isAsked = anchor !== undefined && hash === `#${anchor}`;
  useEffect(() => {
    if (!isAsked) return;
    part.current?.scrollIntoView({ block: 'start' });
    part.current?.querySelector('input')?.focus();
  }, [isAsked]);
  return (
    <chakra.section ref={part} borderTopWidth="1px" borderColor="border" py="6">
      <chakra.h2 textStyle="md" fontWeight="semibold">
        {title}
      </chakra.h2>
      {note && (
        <chakra.p color="fg.muted" mt="1" maxW="560px">
          {note}
        </chakra.p>
      )}
      <chakra.div mt="4">{children}</chakra.div>
    </chakra.section>
  );
}
