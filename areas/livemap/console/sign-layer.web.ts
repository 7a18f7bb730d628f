import { type DefaultProps, Layer, type LayerProps, project32, type UpdateParameters } from '@deck.gl/core';
import type { Texture } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';

interface SignProps {
  /** Squares of one size beside each other, a sign in each, which stays within a circle of it. */
  picture: HTMLCanvasElement;
  /** How many there are. */
  signs: number;
  /** The side of a sign on the page, pixels. */
  sizePx: number;
}

/** Arrays by the names of these: longitudes and latitudes, degrees clockwise, the place of the sign in the picture, and 0 to 1. */
interface SignAccessors {
  getPosition?: unknown;
  getTurn?: unknown;
  getSign?: unknown;
  getOpacity?: unknown;
}

const defaultProps: DefaultProps<SignProps & SignAccessors> = {
  picture: { type: 'image', value: null, async: true } as never,
  signs: 1,
  sizePx: 34,
  getPosition: { type: 'accessor', value: [0, 0] } as never,
  getTurn: { type: 'accessor', value: 0 } as never,
  getSign: { type: 'accessor', value: 0 } as never,
  getOpacity: { type: 'accessor', value: 1 } as never,
};

const block = `\
layout(std140) uniform signUniforms {
  float sizePx;
  float signs;
} sign;
`;
const signUniforms = {
  name: 'sign',
  vs: block,
  fs: block,
  uniformTypes: { sizePx: 'f32', signs: 'f32' },
} as const;

const vs = `\
#version 300 es
#define SHADER_NAME sign-vertex
in vec3 positions;
in vec3 positions64Low;
in float turns;
in float marks;
in float opacities;
out vec2 vTurn;
out float vMark;
out float vOpacity;
void main(void) {
  geometry.worldPosition = positions;
  gl_Position = project_position_to_clipspace(positions, positions64Low, vec3(0.0), geometry.position);
  DECKGL_FILTER_GL_POSITION(gl_Position, geometry);
  gl_PointSize = sign.sizePx * project.devicePixelRatio;
  float angle = radians(turns);
  vTurn = vec2(cos(angle), sin(angle));
  vMark = marks;
  vOpacity = opacities;
}
`;

const fs = `\
#version 300 es
#define SHADER_NAME sign-fragment
precision highp float;
uniform sampler2D picture;
in vec2 vTurn;
in float vMark;
in float vOpacity;
out vec4 fragColor;
void main(void) {
  vec2 from = gl_PointCoord * 2.0 - 1.0;
  // Outside of it are the signs beside it.
  if (dot(from, from) > 1.0) discard;
  vec2 turned = vec2(from.x * vTurn.x + from.y * vTurn.y, from.y * vTurn.x - from.x * vTurn.y);
  vec2 at = turned * 0.5 + 0.5;
  vec4 colour = texture(picture, vec2((vMark + at.x) / sign.signs, at.y));
  float alpha = colour.a * vOpacity * layer.opacity;
  if (alpha < 0.05) discard;
  fragColor = vec4(colour.rgb, alpha);
  DECKGL_FILTER_COLOR(fragColor, geometry);
}
`;

/**
 * Signs that turn, each of them one point. The library's own layer for pictures repeats a rectangle for each, which a browser without a
 * graphics processor draws one by one: at 10,000 vehicles that took it many times as long (`npm run bench -- live-draw`).
 */
export class SignLayer extends Layer<SignProps & SignAccessors & LayerProps> {
  static override layerName = 'SignLayer';
  static override defaultProps = defaultProps as never;

  override getShaders() {
    return super.getShaders({ vs, fs, modules: [project32, signUniforms] });
  }

  override initializeState(): void {
    this.getAttributeManager()?.add({
      positions: { size: 3, type: 'float64', fp64: this.use64bitPositions(), accessor: 'getPosition' },
      turns: { size: 1, accessor: 'getTurn', defaultValue: 0 },
      marks: { size: 1, accessor: 'getSign', defaultValue: 0 },
      opacities: { size: 1, accessor: 'getOpacity', defaultValue: 1 },
    });
  }

  override updateState(params: UpdateParameters<this>): void {
    super.updateState(params);
    if (this.state['model'] && !params.changeFlags.extensionsChanged) return;
    (this.state['model'] as Model | undefined)?.destroy();
    this.setState({
      model: new Model(this.context.device, {
        ...this.getShaders(),
        id: this.props.id,
        bufferLayout: this.getAttributeManager()?.getBufferLayouts() ?? [],
        topology: 'point-list',
        isInstanced: false,
      }),
    });
    this.getAttributeManager()?.invalidateAll();
  }

  override draw(): void {
    const model = this.state['model'] as Model;
    const { picture, signs, sizePx } = this.props;
    if (!picture) return;
    model.setVertexCount(this.getNumInstances());
    model.shaderInputs.setProps({ sign: { sizePx, signs } });
    // The library makes a texture of the canvas that it was given.
    model.setBindings({ picture: picture as unknown as Texture });
    model.draw(this.context.renderPass);
  }
}
