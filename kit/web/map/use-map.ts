import type { Map } from 'maplibre-gl';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { addBase } from './base-map.ts';
import { addGrounds } from './ground-layers.ts';
import type { GroundState } from './grounds.ts';
import { addStreets } from './streets.ts';
import { followSkin, skinned } from './skin.ts';

/** From a continent to a garden gate. */
const zooms = { minZoom: 2, maxZoom: 19 };
const waterOnly = {
  version: 8 as const,
  sources: {},
  layers: [{ id: 'base-water', type: 'background' as const, paint: {} }],
};

/** How far a map is. */
export type MapState = { is: 'coming' } | { is: 'there'; map: Map } | { is: 'failed' };

/** Somebody moved it: it no longer follows what it shows. */
const isByHand = (event: object): boolean => 'originalEvent' in event && event.originalEvent !== undefined;

/**
 * Makes a map in a place of the page, and takes it away with it. `isMoved` says whether the reader has moved it since that was
 * last noted to be over.
 * @param isStill a picture: neither wheel nor keys move it
 */
export function useMap(place: RefObject<HTMLDivElement | null>, label: string, isStill = false) {
  const [state, setState] = useState<MapState>({ is: 'coming' });
  const [ground, setGround] = useState<GroundState>({ attribution: null, isFailed: false });
  /** Whose the streets of the built-in ground are. */
  const [streets, setStreets] = useState<string | null>(null);
  const [firstLabel] = useState(label);
  const moved = useRef(false);
  const isMoved = useCallback(() => moved.current, []);
  const noteMoved = useCallback((is: boolean) => {
    moved.current = is;
  }, []);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let isOver = false;
    let map: Map | undefined;
    let unfollow: (() => void) | undefined;
    const make = async () => {
      const engine = await import('./engine.ts');
      if (isOver) return;
      map = new engine.Map({
        container: element,
        style: waterOnly,
        center: [79, 22],
        zoom: 4,
        ...zooms,
        attributionControl: false,
        // Until the effect below, which follows the language.
        locale: { 'Map.Title': firstLabel },
        // The north is above, as on paper.
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        renderWorldCopies: false,
        interactive: !isStill,
      });
      map.touchZoomRotate.disableRotation();
      map.keyboard.disableRotation();
      if (!isStill) map.addControl(new engine.ScaleControl({ maxWidth: 110 }), 'bottom-right');
      map.on('movestart', (event: object) => {
        if (isByHand(event)) noteMoved(true);
      });
      const ready = map;
      await new Promise<void>((resolve) => void ready.once('style.load', () => resolve()));
      if (isOver) return;
      const { 'background-color': water } = skinned(map, 'base-water', { 'background-color': 'var(--m-water)' });
      map.setPaintProperty('base-water', 'background-color', water);
      unfollow = followSkin(map);
      // What is drawn on the map does not wait for the ground, nor end with it.
      void addBase(map)
        .catch((error: unknown) => console.warn('The ground of the map is missing', error))
        .then(() => (isOver ? null : addStreets(ready)))
        .then((streets) => {
          if (isOver) return;
          setStreets(streets);
          void addGrounds(ready, setGround);
        });
      setState({ is: 'there', map });
    };
    // A browser without WebGL, or a program that could not be fetched.
    make().catch(() => {
      if (!isOver) setState({ is: 'failed' });
    });
    return () => {
      isOver = true;
      unfollow?.();
      map?.remove();
      setState({ is: 'coming' });
    };
  }, [place, noteMoved, firstLabel, isStill]);

  const map = state.is === 'there' ? state.map : undefined;
  useEffect(() => {
    if (!map) return;
    const canvas = map.getCanvas();
    canvas.setAttribute('role', isStill ? 'img' : 'application');
    canvas.setAttribute('aria-label', label);
  }, [map, label, isStill]);
  return { state, map, ground, streets, isMoved, noteMoved };
}
