import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Logo } from '../../kit/ui/marks/Logo.tsx';
import { LanguageMenu } from '../sign-in/LanguageMenu.tsx';

interface TopBarProps {
  brand: { name: string; logo?: string; logoDark?: string };
  /** Content before the name. */
  back?: ReactNode;
  person?: ReactNode;
}

/** Header of pages outside of projects. */
export function TopBar({ brand, back, person }: TopBarProps) {
  return (
    <chakra.header
      display="flex"
      alignItems="center"
      gap="2"
      flex="none"
      h="12"
      ps={back ? '2' : '4'}
      pe="2"
      borderBottomWidth="1px"
      borderColor="border"
    >
      {back}
      <Logo src={brand.logo} srcDark={brand.logoDark} />
      <chakra.span fontWeight="semibold" className="cut">
        {brand.name}
      </chakra.span>
      <chakra.span flex="1" />
      <LanguageMenu short />
      {person}
    </chakra.header>
  );
}
