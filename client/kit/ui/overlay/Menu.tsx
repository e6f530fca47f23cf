import { Menu as Chakra, chakra, Portal } from '@chakra-ui/react';
import { Check, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode, useId } from 'react';
import { KeyCap } from '../marks/KeyCap.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: LucideIcon;
  /** A secondary line below. */
  note?: ReactNode;
  keys?: string;
  tone?: 'bad';
  disabled?: boolean;
  /** Optional in a section with `value`, whose `onValue` is called. */
  onSelect?: () => void;
}

export interface MenuSection {
  key: string;
  label?: string;
  /** Key of the selected item: the section is a single choice. */
  value?: string;
  onValue?: (key: string) => void;
  items: readonly MenuItem[];
}

interface MenuProps {
  /** One button; takes the props of a trigger. */
  trigger: ReactElement;
  /** Tooltip of a trigger that is only an icon. */
  tooltip?: string;
  sections: readonly MenuSection[];
  placement?: 'bottom-start' | 'bottom-end' | 'right-start' | 'top-start' | 'top-end';
}

/** A list of acts or choices that opens from a button. */
export function Menu({ trigger, tooltip, sections, placement = 'bottom-start' }: MenuProps) {
  const id = useId();
  const button = <Chakra.Trigger asChild>{trigger}</Chakra.Trigger>;
  const filled = sections.filter(section => section.items.length > 0);
  return (
    <Chakra.Root positioning={{ placement, gutter: 4 }} ids={{ trigger: id }}>
      {tooltip ? (
        <Tooltip label={tooltip} id={id}>
          {button}
        </Tooltip>
      ) : (
        button
      )}
      <Portal>
        <Chakra.Positioner>
          <Chakra.Content>
            {filled.map((section, at) => (
              <Fragment key={section.key}>
                {at > 0 && <Chakra.Separator />}
                <Section section={section} />
              </Fragment>
            ))}
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}

function Section({ section }: { section: MenuSection }) {
  const head = section.label && <Chakra.ItemGroupLabel>{section.label}</Chakra.ItemGroupLabel>;
  if (section.value === undefined) {
    return (
      <Chakra.ItemGroup>
        {head}
        {section.items.map(item => (
          <Chakra.Item
            key={item.key}
            value={item.key}
            disabled={item.disabled}
            data-tone={item.tone}
            onSelect={item.onSelect}
          >
            <Inside item={item} />
          </Chakra.Item>
        ))}
      </Chakra.ItemGroup>
    );
  }
  return (
    <Chakra.RadioItemGroup value={section.value} onValueChange={({ value }) => section.onValue?.(value)}>
      {head}
      {section.items.map(item => (
        <Chakra.RadioItem key={item.key} value={item.key} disabled={item.disabled}>
          <Inside item={item} />
          <Chakra.ItemIndicator>
            <Check />
          </Chakra.ItemIndicator>
        </Chakra.RadioItem>
      ))}
    </Chakra.RadioItemGroup>
  );
}

function Inside({ item }: { item: MenuItem }) {
  const Icon = item.icon;
  return (
    <>
      {Icon && <Icon />}
      <Chakra.ItemText>
        {item.label}
        {item.note && (
          <chakra.span display="block" textStyle="xs" color="fg.subtle" fontWeight="normal">
            {item.note}
          </chakra.span>
        )}
      </Chakra.ItemText>
      {item.keys && <KeyCap keys={item.keys} />}
    </>
  );
}
