"""Weights of the publisher's features: what a pair of features is believed beside its two features."""

from __future__ import annotations

from sources.extract.publisher.candidates import Candidate
from sources.extract.publisher.scoring import Scored
from training.publishers import PublisherExample, fitted


def test_a_pair_of_features_is_believed_less_than_its_features() -> None:
    names = (Scored(Candidate("lintel insights"), 0.0), Scored(Candidate("arden foods"), 0.0))
    features = ({"at.head_line": 1.0, "shape.house": 1.0}, {"at.body_line": 1.0}, {"none": 1.0})
    examples = [
        PublisherExample(f"w{n}", "w", ("Lintel Insights",), names, features, right=(0,), neutral=()) for n in range(20)
    ]
    weights = fitted(examples)
    pair = weights.get("at.head_line&shape.house", 0.0)
    assert 4 * pair < min(weights["at.head_line"], weights["shape.house"])
