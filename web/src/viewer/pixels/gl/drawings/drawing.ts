import type { Pane } from '../../panes.ts';
import type { BufferRect } from '../buffer-rect.ts';
import type { Samplers, Uniforms } from '../programs.ts';
import type { Variant } from '../shaders.ts';
import type { Subject } from '../subject.ts';
import type { Textures } from '../textures.ts';

export interface Drawing {
  readonly shader: string;
  readonly variant: Variant;
  readonly uniforms: Uniforms;
  readonly samplers: Samplers;
}

export interface DrawContext {
  readonly subject: Subject;
  readonly rect: BufferRect;
  readonly textures: Textures;
  /** The picture moves: speed matters more than quality. */
  readonly isMoving: boolean;
}

export type PaneOf<Kind extends Pane['kind']> = Extract<Pane, { kind: Kind }>;
