import {
  ChartNoAxesColumn,
  CircleDashed,
  type LucideIcon,
  MoveUpLeft,
  TypeOutline,
} from 'lucide-react';
import { type NoteTool, type Tool, tools } from '../model/tools.ts';
import { ToolButton } from './tool-button.tsx';

const icons: Readonly<Record<NoteTool, LucideIcon>> = {
  arrow: MoveUpLeft,
  text: TypeOutline,
  ellipse: CircleDashed,
  profile: ChartNoAxesColumn,
};

type NoteToolsProps = {
  tools: readonly NoteTool[];
  tool: Tool;
  onTool: (tool: Tool) => void;
};

/** Arrow, text and grey values. Their buttons are loaded when they are opened. */
export function NoteTools({ tools: available, tool, onTool }: NoteToolsProps) {
  return available.map((one) => (
    <ToolButton
      key={one}
      icon={icons[one]}
      label={tools[one].name()}
      shortName={tools[one].shortName?.()}
      isPressed={one === tool}
      onPress={() => onTool(one)}
    />
  ));
}
