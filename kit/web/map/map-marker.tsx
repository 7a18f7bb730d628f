import type { Map, Marker } from 'maplibre-gl';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';

/** Something that stands at a place of a map, its middle on it. What it says stands beside the map as text too. */
export function MapMarker({ map, lat, lon, children }: { map: Map; lat: number; lon: number; children: ReactNode }) {
  const element = useMemo(() => {
    const made = document.createElement('div');
    made.setAttribute('aria-hidden', 'true');
    // The pointer means the map below it.
    made.style.pointerEvents = 'none';
    return made;
  }, []);
  const marker = useRef<Marker>(undefined);
  const place = useRef({ lat, lon });
  place.current = { lat, lon };
  useEffect(() => {
    let isOver = false;
    void import('./engine.ts').then((engine) => {
      if (isOver) return;
      marker.current = new engine.Marker({ element }).setLngLat(place.current).addTo(map);
      // The engine offers every marker as a button; these are none.
      element.removeAttribute('tabindex');
      element.removeAttribute('role');
      element.removeAttribute('aria-label');
    });
    return () => {
      isOver = true;
      marker.current?.remove();
      marker.current = undefined;
    };
  }, [map, element]);
  useEffect(() => {
    marker.current?.setLngLat({ lat, lon });
  }, [lat, lon]);
  return createPortal(children, element);
}
